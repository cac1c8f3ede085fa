package dev.troupe.store.source;

import dev.troupe.protocol.ServingException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/// Keys and values of a file that describes a model. An absent key is empty; a value of another type
/// or out of range is a {@link ServingException} with `INVALID_MODEL_FILE` that names file, key,
/// value and limit.
public interface KeyValues {
    /// All keys in the order of the file.
    Set<String> keys();

    Optional<String> string(String key);

    /// @throws ServingException also for integers outside of `min..max`
    OptionalLong integer(String key, long min, long max);

    /// A finite number, integers included.
    OptionalDouble number(String key);

    Optional<Boolean> bool(String key);

    Optional<List<String>> strings(String key);

    /// The error for a key whose value cannot be used.
    ServingException fault(String key, String problem);
}
