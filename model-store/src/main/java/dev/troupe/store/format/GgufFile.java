package dev.troupe.store.format;

import dev.troupe.protocol.ServingException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The checked header of a model file: metadata and tensor directory. Holds no open file. Immutable
/// and thread-safe.
public final class GgufFile {
    private final Path path;
    private final int version;
    private final GgufMetadata metadata;
    private final Map<String, GgufTensor> tensors;

    GgufFile(Path path, int version, GgufMetadata metadata, List<GgufTensor> tensors) {
        this.path = path;
        this.version = version;
        this.metadata = metadata;
        Map<String, GgufTensor> byName = new LinkedHashMap<>();
        tensors.forEach(tensor -> byName.put(tensor.name(), tensor));
        this.tensors = Collections.unmodifiableMap(byName);
    }

    public Path path() {
        return path;
    }

    /// 2 or 3.
    public int version() {
        return version;
    }

    public GgufMetadata metadata() {
        return metadata;
    }

    /// By name, in the order of the directory.
    public Map<String, GgufTensor> tensors() {
        return tensors;
    }

    public Optional<GgufTensor> tensor(String name) {
        return Optional.ofNullable(tensors.get(name));
    }

    /// The error for a tensor that cannot be used.
    public ServingException fault(String tensorName, String problem) {
        return new FileFaults(path).at(DirectoryReader.place(tensorName), problem);
    }
}
