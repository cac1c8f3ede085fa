package dev.troupe.store.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.store.text.piece.Expression;
import dev.troupe.store.text.piece.Rewriter;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/// Reads the `normalizer` of a `tokenizer.json`.
record RewriterReader(TextFault fault, TextLimits limits) {
    private static final List<String> KNOWN = List.of(
            "Lowercase", "NFC", "NFD", "NFKC", "NFKD", "Precompiled", "Prepend", "Replace", "Sequence", "Strip");

    Rewriter read(JsonNode node, String place) {
        if (node.isNull() || node.isMissingNode()) {
            return Rewriter.NONE;
        }
        return switch (node.path("type").asText()) {
            case "NFC" -> form(Normalizer.Form.NFC);
            case "NFD" -> form(Normalizer.Form.NFD);
            case "NFKC" -> form(Normalizer.Form.NFKC);
            case "NFKD" -> form(Normalizer.Form.NFKD);
            case "Lowercase" -> text -> text.toLowerCase(Locale.ROOT);
            case "Strip" -> strip(node);
            case "Prepend" -> prepend(node.path("prepend").asText());
            case "Replace" -> replace(node, place);
            case "Precompiled" -> precompiled(node, place);
            case "Sequence" -> sequence(node.path("normalizers"), place);
            default -> throw fault.unknown(place + ".type", node.path("type"), KNOWN);
        };
    }

    private Rewriter sequence(JsonNode nodes, String place) {
        List<Rewriter> rewriters = new ArrayList<>();
        for (JsonNode node : nodes) {
            rewriters.add(read(node, place + "[" + rewriters.size() + "]"));
        }
        return Rewriter.all(rewriters);
    }

    private static Rewriter form(Normalizer.Form form) {
        return text -> Normalizer.isNormalized(text, form) ? text : Normalizer.normalize(text, form);
    }

    private static Rewriter strip(JsonNode node) {
        boolean left = node.path("strip_left").asBoolean();
        boolean right = node.path("strip_right").asBoolean();
        return text -> {
            String stripped = left ? text.stripLeading() : text;
            return right ? stripped.stripTrailing() : stripped;
        };
    }

    private static Rewriter prepend(String prefix) {
        return text -> text.isEmpty() ? text : prefix + text;
    }

    private Rewriter replace(JsonNode node, String place) {
        String content = node.path("content").asText();
        JsonNode pattern = node.path("pattern");
        if (content.length() > limits.tokenCharacters()) {
            throw fault.at(place + ".content", "is longer than the limit of " + limits.tokenCharacters());
        }
        if (pattern.path("String").isTextual()) {
            String literal = pattern.get("String").asText();
            if (literal.isEmpty()) {
                throw fault.at(place + ".pattern", "is empty");
            }
            return text -> text.replace(literal, content);
        }
        Expression expression = new CutterReader(fault, limits).expression(pattern, place + ".pattern");
        return text -> expression.replace(text, content);
    }

    private Rewriter precompiled(JsonNode node, String place) {
        try {
            byte[] blob =
                    Base64.getDecoder().decode(node.path("precompiled_charsmap").asText());
            return blob.length == 0 ? Rewriter.NONE : new CharacterMap(blob)::rewrite;
        } catch (IllegalArgumentException e) {
            throw fault.at(place + ".precompiled_charsmap", e.getMessage());
        }
    }
}
