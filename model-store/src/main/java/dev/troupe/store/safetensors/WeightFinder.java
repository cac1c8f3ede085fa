package dev.troupe.store.safetensors;

import dev.troupe.protocol.ServingException;
import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.source.FileFaults;
import dev.troupe.store.source.SourceTensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds a folder's tensors: in `model.safetensors`, else in the shards that
/// `model.safetensors.index.json` names.
record WeightFinder(Path folder, FormatLimits limits) {
    private static final String SINGLE = "model.safetensors";
    private static final String INDEX = "model.safetensors.index.json";
    private static final Pattern PICKLE = Pattern.compile("(?i).*\\.(bin|pt|pth|ckpt|pkl|pickle)");
    private static final int MAX_SHOWN = 4;

    WeightFiles find() {
        if (Files.isRegularFile(folder.resolve(SINGLE))) {
            return single();
        }
        if (Files.isRegularFile(folder.resolve(INDEX))) {
            return sharded();
        }
        throw nothing();
    }

    private WeightFiles single() {
        Map<String, SourceTensor> tensors = new LinkedHashMap<>();
        read(SINGLE).forEach(tensor -> tensors.put(tensor.name(), tensor));
        return new WeightFiles(List.of(SINGLE), tensors);
    }

    private WeightFiles sharded() {
        ShardIndex index = ShardIndex.read(folder.resolve(INDEX), limits);
        refuseMissing(index);
        Map<String, SourceTensor> tensors = new LinkedHashMap<>();
        for (String shard : index.shards()) {
            for (SourceTensor tensor : read(shard)) {
                SourceTensor before = tensors.put(tensor.name(), tensor);
                if (before != null) {
                    throw new FileFaults(tensor.file())
                            .atTensor(
                                    tensor.name(), "is also in " + before.file().getFileName());
                }
                index.check(tensor);
            }
        }
        index.checkAll(tensors.keySet());
        List<String> names = new ArrayList<>(index.shards());
        names.add(INDEX);
        return new WeightFiles(names, tensors);
    }

    private void refuseMissing(ShardIndex index) {
        List<String> missing = index.shards().stream()
                .filter(shard -> !Files.isRegularFile(folder.resolve(shard)))
                .toList();
        if (!missing.isEmpty()) {
            throw new FileFaults(folder.resolve(INDEX))
                    .at(
                            "weight_map",
                            "names " + missing.size() + " of " + index.shards().size() + " files that are not there: "
                                    + shown(missing));
        }
    }

    private List<SourceTensor> read(String name) {
        return new SafetensorsReader(limits).read(folder.resolve(name));
    }

    private ServingException nothing() {
        FileFaults faults = new FileFaults(folder);
        List<String> names = names(faults);
        List<String> pickles =
                names.stream().filter(name -> PICKLE.matcher(name).matches()).toList();
        if (!pickles.isEmpty()) {
            return faults.at(
                    "file " + FileFaults.quote(pickles.getFirst()),
                    "is a pickle, which can run any program, and is never read; convert the model to safetensors");
        }
        return faults.at("folder", "has neither " + SINGLE + " nor " + INDEX + "; it has " + shown(names));
    }

    private List<String> names(FileFaults faults) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw faults.unreadable(e);
        }
    }

    private static String shown(List<String> names) {
        String few = String.join(
                ", ", names.stream().limit(MAX_SHOWN).map(FileFaults::quote).toList());
        return names.isEmpty() ? "no files" : names.size() > MAX_SHOWN ? few + ", ..." : few;
    }
}
