package dev.troupe.store.format;

import dev.troupe.protocol.ServingException;
import dev.troupe.store.format.MetadataValue.NumberArray;
import dev.troupe.store.format.MetadataValue.Scalar;
import dev.troupe.store.format.MetadataValue.Text;
import dev.troupe.store.format.MetadataValue.TextArray;
import dev.troupe.store.source.FileFaults;
import dev.troupe.store.source.KeyValues;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/// The keys and values of a model file. An absent key is empty; a value of another type or out of
/// range is a {@link ServingException} with `INVALID_MODEL_FILE` that names file, key, value and
/// limit. Immutable and thread-safe.
public final class GgufMetadata implements KeyValues {
    private final FileFaults faults;
    private final Map<String, MetadataValue> values;

    GgufMetadata(Path path, Map<String, MetadataValue> values) {
        this.faults = new FileFaults(path);
        this.values = values;
    }

    /// All keys in the order of the file.
    @Override
    public Set<String> keys() {
        return Collections.unmodifiableSet(values.keySet());
    }

    @Override
    public Optional<String> string(String key) {
        return find(key, Text.class, "a string").map(Text::text);
    }

    /// An integer of any width.
    @Override
    public OptionalLong integer(String key, long min, long max) {
        Optional<Scalar> scalar = find(key, Scalar.class, "an integer");
        if (scalar.isEmpty()) {
            return OptionalLong.empty();
        }
        if (!scalar.get().type().isInteger()) {
            throw wrongType(key, scalar.get(), "an integer");
        }
        return OptionalLong.of(inRange(key, scalar.get().integer(), min, max));
    }

    /// A floating-point number or an integer; NaN and infinities are refused.
    @Override
    public OptionalDouble number(String key) {
        Optional<Scalar> scalar = find(key, Scalar.class, "a number");
        if (scalar.isEmpty()) {
            return OptionalDouble.empty();
        }
        if (!scalar.get().type().isNumber()) {
            throw wrongType(key, scalar.get(), "a number");
        }
        double value = scalar.get().number();
        if (!Double.isFinite(value)) {
            throw fault(key, "is " + value + "; a finite number is needed");
        }
        return OptionalDouble.of(value);
    }

    @Override
    public Optional<Boolean> bool(String key) {
        return find(key, Scalar.class, "a boolean").map(scalar -> {
            if (scalar.type() != ValueType.BOOL) {
                throw wrongType(key, scalar, "a boolean");
            }
            return scalar.integer() == 1;
        });
    }

    /// An unmodifiable list that decodes a string each time it is asked for it; copy it if you need
    /// it often.
    @Override
    public Optional<List<String>> strings(String key) {
        return find(key, TextArray.class, "an array of strings").map(TextArray::texts);
    }

    /// An array of integers of any width, each in the range of `int`.
    public Optional<int[]> ints(String key) {
        return find(key, NumberArray.class, "an array of integers").map(array -> decodeInts(key, array));
    }

    /// An array of floating-point numbers.
    public Optional<float[]> floats(String key) {
        return find(key, NumberArray.class, "an array of numbers").map(array -> decodeFloats(key, array));
    }

    /// @throws ServingException when the key is absent
    public String requireString(String key) {
        return string(key).orElseThrow(() -> missing(key));
    }

    /// @throws ServingException when the key is absent
    public int requireInteger(String key, int min, int max) {
        return (int) integer(key, min, max).orElseThrow(() -> missing(key));
    }

    /// @throws ServingException when the key is absent
    public double requireNumber(String key) {
        return number(key).orElseThrow(() -> missing(key));
    }

    /// @throws ServingException when the key is absent
    public List<String> requireStrings(String key) {
        return strings(key).orElseThrow(() -> missing(key));
    }

    /// The error for a key whose value cannot be used.
    @Override
    public ServingException fault(String key, String problem) {
        return faults.at("key " + FileFaults.quote(key), problem);
    }

    private ServingException missing(String key) {
        return fault(key, "is missing");
    }

    private ServingException wrongType(String key, MetadataValue value, String wanted) {
        return fault(key, "is " + value.describe() + "; " + wanted + " is needed");
    }

    private <T extends MetadataValue> Optional<T> find(String key, Class<T> type, String wanted) {
        MetadataValue value = values.get(key);
        if (value == null) {
            return Optional.empty();
        }
        if (!type.isInstance(value)) {
            throw wrongType(key, value, wanted);
        }
        return Optional.of(type.cast(value));
    }

    private int[] decodeInts(String key, NumberArray array) {
        if (!array.type().isInteger()) {
            throw wrongType(key, array, "an array of integers");
        }
        ByteBuffer source = array.values();
        int[] decoded = new int[array.length()];
        for (int i = 0; i < decoded.length; i++) {
            long value = Numbers.integer(array.type(), source);
            decoded[i] = (int) inRange(key, value, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        return decoded;
    }

    private float[] decodeFloats(String key, NumberArray array) {
        if (!array.type().isNumber()) {
            throw wrongType(key, array, "an array of numbers");
        }
        ByteBuffer source = array.values();
        float[] decoded = new float[array.length()];
        for (int i = 0; i < decoded.length; i++) {
            decoded[i] = (float) Numbers.number(array.type(), source);
        }
        return decoded;
    }

    private long inRange(String key, long value, long min, long max) {
        if (value < min || value > max) {
            throw fault(key, "is " + value + "; allowed is " + min + " to " + max);
        }
        return value;
    }
}
