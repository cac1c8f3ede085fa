package dev.troupe.store.safetensors;

import dev.troupe.protocol.ServingException;
import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.source.FileFaults;
import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.source.TensorDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// The checked description of a model in a folder: its configuration and where its tensors are.
/// Holds no open file. Immutable and thread-safe.
public final class FolderModel implements TensorDirectory {
    public static final String CONFIG = "config.json";

    private final Path folder;
    private final ConfigFile config;
    private final WeightFiles weights;

    private FolderModel(Path folder, ConfigFile config, WeightFiles weights) {
        this.folder = folder;
        this.config = config;
        this.weights = weights;
    }

    /// @throws ServingException `INVALID_MODEL_FILE` when a file is missing, passes a limit or
    ///     contradicts itself or another one; the message names file, place and limit
    public static FolderModel read(Path folder, FormatLimits limits) {
        if (!Files.isDirectory(folder)) {
            throw new FileFaults(folder).at("folder", "is not a folder");
        }
        WeightFiles weights = new WeightFinder(folder, limits).find();
        return new FolderModel(folder, config(folder.resolve(CONFIG), limits), weights);
    }

    public ConfigFile config() {
        return config;
    }

    /// Names of the files that hold the tensors, an index included.
    public List<String> weightFiles() {
        return weights.names();
    }

    @Override
    public Map<String, SourceTensor> tensors() {
        return Collections.unmodifiableMap(weights.tensors());
    }

    @Override
    public ServingException fault(String tensorName, String problem) {
        SourceTensor tensor = weights.tensors().get(tensorName);
        return new FileFaults(tensor == null ? folder : tensor.file()).atTensor(tensorName, problem);
    }

    /// Reads a whole small file.
    static byte[] content(Path path, FormatLimits limits) {
        FileFaults faults = new FileFaults(path);
        if (!Files.isRegularFile(path)) {
            throw faults.at("file", "is missing");
        }
        try {
            long bytes = Files.size(path);
            if (bytes > limits.jsonBytes()) {
                throw faults.at("file", "has " + bytes + " bytes; the limit is jsonBytes = " + limits.jsonBytes());
            }
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw faults.unreadable(e);
        }
    }

    private static ConfigFile config(Path path, FormatLimits limits) {
        return ConfigFile.read(content(path, limits), new FileFaults(path));
    }
}
