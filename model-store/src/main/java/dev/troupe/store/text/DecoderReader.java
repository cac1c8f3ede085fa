package dev.troupe.store.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.TreeSet;

/// Reads what the `decoder` of a `tokenizer.json` says beyond its vocabulary.
record DecoderReader(TextFault fault) {
    private static final Set<String> KNOWN =
            new TreeSet<>(Set.of("ByteFallback", "ByteLevel", "Fuse", "Metaspace", "Replace", "Sequence", "Strip"));

    /// Whether the first space of a decoded text is an artefact.
    boolean stripsLeadingSpace(JsonNode node, String place) {
        if (node.isNull() || node.isMissingNode()) {
            return false;
        }
        String type = node.path("type").asText();
        if (!KNOWN.contains(type)) {
            throw fault.unknown(place + ".type", node.path("type"), KNOWN);
        }
        boolean strips = false;
        int index = 0;
        for (JsonNode part : node.path("decoders")) {
            strips |= stripsLeadingSpace(part, place + "[" + index++ + "]");
        }
        return switch (type) {
            case "Strip" ->
                node.path("start").asInt() > 0 && node.path("content").asText().equals(" ");
            case "Metaspace" ->
                !node.path("prepend_scheme").asText().equals("never")
                        && node.path("add_prefix_space").asBoolean(true);
            default -> strips;
        };
    }
}
