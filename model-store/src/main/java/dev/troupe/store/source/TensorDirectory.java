package dev.troupe.store.source;

import dev.troupe.protocol.ServingException;
import java.util.Map;
import java.util.Optional;

/// The tensors of a model, whatever files they lie in.
public interface TensorDirectory {
    /// By name, in the order of the files.
    Map<String, SourceTensor> tensors();

    /// The error for a tensor that cannot be used.
    ServingException fault(String tensorName, String problem);

    default Optional<SourceTensor> tensor(String name) {
        return Optional.ofNullable(tensors().get(name));
    }
}
