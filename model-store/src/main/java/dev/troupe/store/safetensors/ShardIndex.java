package dev.troupe.store.safetensors;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.source.FileFaults;
import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.source.StrictJson;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Which file holds which tensor, as an index says.
///
/// @param files file names by tensor name
record ShardIndex(FileFaults faults, Map<String, String> files) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}\\.safetensors");
    private static final String MAP = "weight_map";
    private static final int MAX_SHARDS = 1024;

    static ShardIndex read(Path path, FormatLimits limits) {
        FileFaults faults = new FileFaults(path);
        JsonNode map = StrictJson.read(FolderModel.content(path, limits), faults, "index")
                .path(MAP);
        if (!map.isObject() || map.isEmpty()) {
            throw faults.at(MAP, "is not an object of file names by tensor name");
        }
        Map<String, String> files = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : map.properties()) {
            String file = entry.getValue().asText();
            if (!entry.getValue().isTextual() || !NAME.matcher(file).matches()) {
                throw faults.atTensor(
                        entry.getKey(), "is in " + FileFaults.quote(file) + ", which is no name of a safetensors file");
            }
            files.put(entry.getKey(), file);
        }
        ShardIndex index = new ShardIndex(faults, files);
        if (index.shards().size() > MAX_SHARDS) {
            throw faults.at(MAP, "names " + index.shards().size() + " files; the limit is " + MAX_SHARDS);
        }
        return index;
    }

    Set<String> shards() {
        return new TreeSet<>(files.values());
    }

    void check(SourceTensor tensor) {
        String file = tensor.file().getFileName().toString();
        String said = files.get(tensor.name());
        if (said == null) {
            throw faults.atTensor(tensor.name(), "is in " + file + ", but not in the index");
        }
        if (!said.equals(file)) {
            throw faults.atTensor(tensor.name(), "should be in " + said + ", but is in " + file);
        }
    }

    void checkAll(Set<String> found) {
        for (Map.Entry<String, String> entry : files.entrySet()) {
            if (!found.contains(entry.getKey())) {
                throw faults.atTensor(entry.getKey(), "is not in " + entry.getValue() + ", where the index says it is");
            }
        }
    }
}
