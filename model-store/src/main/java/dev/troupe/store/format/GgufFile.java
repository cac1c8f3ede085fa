package dev.troupe.store.format;

import dev.troupe.protocol.ServingException;
import dev.troupe.store.source.FileFaults;
import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.source.TensorDirectory;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The checked header of a model file: metadata and tensor directory. Holds no open file. Immutable
/// and thread-safe.
public final class GgufFile implements TensorDirectory {
    private final Path path;
    private final int version;
    private final GgufMetadata metadata;
    private final Map<String, SourceTensor> tensors;

    GgufFile(Path path, int version, GgufMetadata metadata, List<SourceTensor> tensors) {
        this.path = path;
        this.version = version;
        this.metadata = metadata;
        Map<String, SourceTensor> byName = new LinkedHashMap<>();
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

    @Override
    public Map<String, SourceTensor> tensors() {
        return tensors;
    }

    @Override
    public ServingException fault(String tensorName, String problem) {
        return new FileFaults(path).atTensor(tensorName, problem);
    }
}
