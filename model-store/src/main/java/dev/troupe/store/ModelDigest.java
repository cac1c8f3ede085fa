package dev.troupe.store;

import dev.troupe.protocol.Digest;
import dev.troupe.store.image.Quantization;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// What names a model: for a GGUF file that is stored as it is, the file's own digest. Else the
/// digest of a list: the wish to quantise and each file's digest and name, by ascending name.
final class ModelDigest {
    private ModelDigest() {}

    /// @param files digests by name
    static Digest of(SortedMap<String, Digest> files, Optional<Quantization> wish) {
        if (wish.isEmpty() && files.firstKey().equals(ModelFiles.OneGguf.NAME)) {
            return files.get(files.firstKey());
        }
        StringBuilder list = new StringBuilder("quantize ")
                .append(wish.map(each -> each.name().toLowerCase(Locale.ROOT)).orElse("none"))
                .append('\n');
        for (Map.Entry<String, Digest> file : files.entrySet()) {
            list.append(file.getValue().hex())
                    .append("  ")
                    .append(file.getKey())
                    .append('\n');
        }
        return Digest.of(Digest.sha256().digest(list.toString().getBytes(StandardCharsets.UTF_8)));
    }
}
