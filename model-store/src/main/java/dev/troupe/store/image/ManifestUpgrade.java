package dev.troupe.store.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.troupe.store.image.ManifestJson.TokenCounter;
import dev.troupe.store.spec.AttentionSpec;
import dev.troupe.store.spec.BlockSpec;
import java.io.IOException;

/// Turns manifests of older schemas into today's, which means the same model. What does not look
/// like one is left as it is, for the reader to refuse.
record ManifestUpgrade(JsonMapper mapper, TokenCounter tokens) {
    /// Did not say how many tokens the vocabulary has.
    private static final int WITHOUT_TOKENS = 1;
    /// Knew Llama's attention and blocks only.
    private static final int LLAMA_ONLY = 2;

    JsonNode upgrade(JsonNode tree) throws IOException {
        if (!(tree instanceof ObjectNode document) || !(tree.path("image") instanceof ObjectNode image)) {
            return tree;
        }
        if (isOf(document, WITHOUT_TOKENS)) {
            image.put("tokenCount", tokens.count());
            document.put("schema", LLAMA_ONLY);
        }
        if (isOf(document, LLAMA_ONLY) && image.path("spec") instanceof ObjectNode spec) {
            addLlamaRules(spec);
            document.put("schema", LLAMA_ONLY + 1);
        }
        return document;
    }

    private static boolean isOf(ObjectNode document, int schema) {
        return document.path("schema").isInt() && document.path("schema").intValue() == schema;
    }

    private void addLlamaRules(ObjectNode spec) {
        JsonNode attention = spec.path("attention");
        spec.set(
                "attention",
                mapper.valueToTree(AttentionSpec.plain(
                        attention.path("heads").asInt(),
                        attention.path("kvHeads").asInt(),
                        attention.path("headSize").asInt(),
                        attention.path("ropeBase").asDouble())));
        float epsilon = (float) spec.path("normEpsilon").asDouble();
        spec.remove("normEpsilon");
        spec.set("block", mapper.valueToTree(BlockSpec.plain(epsilon)));
    }
}
