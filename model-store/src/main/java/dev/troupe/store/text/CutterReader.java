package dev.troupe.store.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.store.text.piece.Behavior;
import dev.troupe.store.text.piece.Cutter;
import dev.troupe.store.text.piece.Expression;
import dev.troupe.store.text.piece.MarkedSpaces;
import dev.troupe.store.text.piece.MarkedSpaces.InFront;
import dev.troupe.store.text.piece.SpaceInFront;
import dev.troupe.store.text.piece.SplitCutter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/// Reads the `pre_tokenizer` of a `tokenizer.json`.
record CutterReader(TextFault fault, TextLimits limits) {
    private static final List<String> KNOWN = List.of(
            "ByteLevel", "Digits", "Metaspace", "Punctuation", "Sequence", "Split", "Whitespace", "WhitespaceSplit");
    private static final Map<String, Behavior> BEHAVIORS = Map.of(
            "Isolated", Behavior.ISOLATED,
            "Removed", Behavior.REMOVED,
            "MergedWithPrevious", Behavior.MERGED_WITH_PREVIOUS,
            "MergedWithNext", Behavior.MERGED_WITH_NEXT,
            "Contiguous", Behavior.CONTIGUOUS);
    private static final String PUNCTUATION = "[\\p{P}!-/:-@\\[-`{-~]";

    Cutter read(JsonNode node, String place) {
        if (node.isNull() || node.isMissingNode()) {
            return Cutter.NONE;
        }
        return switch (node.path("type").asText()) {
            case "Sequence" -> sequence(node.path("pretokenizers"), place);
            case "ByteLevel" -> byteLevel(node);
            case "Digits" -> CutRules.isolated(isTrue(node, "individual_digits") ? "\\p{N}" : "\\p{N}+");
            case "Metaspace" -> new MarkedSpaces(mark(node), inFront(node, place), !isFalse(node, "split"));
            case "Punctuation" -> new SplitCutter(Expression.trusted(PUNCTUATION), behavior(node, place), false);
            case "Whitespace" -> new SplitCutter(Expression.trusted("\\w+|[^\\w\\s]+"), Behavior.REMOVED, true);
            case "WhitespaceSplit" -> new SplitCutter(Expression.trusted("\\s"), Behavior.REMOVED, false);
            case "Split" ->
                new SplitCutter(
                        expression(node.path("pattern"), place + ".pattern"),
                        behavior(node, place),
                        isTrue(node, "invert"));
            default -> throw fault.unknown(place + ".type", node.path("type"), KNOWN);
        };
    }

    /// Whether pieces are spelled in the letters that stand for bytes.
    static boolean isByteLevel(JsonNode node) {
        return node.path("type").asText().equals("ByteLevel")
                || StreamSupport.stream(node.path("pretokenizers").spliterator(), false)
                        .anyMatch(CutterReader::isByteLevel);
    }

    /// The expression of a pattern.
    Expression expression(JsonNode pattern, String place) {
        if (pattern.path("String").isTextual()
                && !pattern.get("String").asText().isEmpty()) {
            return Expression.literal(pattern.get("String").asText());
        }
        if (!pattern.path("Regex").isTextual()) {
            throw fault.at(place, "needs a String or a Regex");
        }
        String source = pattern.get("Regex").asText();
        if (CutRules.isOurs(source)) {
            return Expression.trusted(source);
        }
        if (source.length() > limits.tokenCharacters()) {
            throw fault.at(place, "is longer than the limit of " + limits.tokenCharacters() + " characters");
        }
        try {
            return Expression.foreign(source, limits.searchSteps());
        } catch (IllegalArgumentException e) {
            throw fault.at(place, "the regular expression " + TextFault.quote(source) + " " + e.getMessage());
        }
    }

    /// Which pieces get a mark in front.
    InFront inFront(JsonNode node, String place) {
        String scheme = node.path("prepend_scheme").asText(isFalse(node, "add_prefix_space") ? "never" : "always");
        return switch (scheme) {
            case "always" -> InFront.ALWAYS;
            case "first" -> InFront.FIRST;
            case "never" -> InFront.NEVER;
            default ->
                throw fault.unknown(
                        place + ".prepend_scheme", node.path("prepend_scheme"), List.of("always", "first", "never"));
        };
    }

    private Cutter sequence(JsonNode nodes, String place) {
        if (isDigitsThenGpt2(nodes)) {
            return CutRules.BY_KIND.get("digits");
        }
        List<Cutter> cutters = new ArrayList<>();
        for (JsonNode node : nodes) {
            cutters.add(read(node, place + "[" + cutters.size() + "]"));
        }
        return Cutter.all(cutters);
    }

    /// These have rules in one expression, which is faster.
    private static boolean isDigitsThenGpt2(JsonNode nodes) {
        JsonNode first = nodes.path(0);
        JsonNode second = nodes.path(1);
        return nodes.size() == 2
                && first.path("type").asText().equals("Digits")
                && isTrue(first, "individual_digits")
                && second.path("type").asText().equals("ByteLevel")
                && !isTrue(second, "add_prefix_space")
                && !isFalse(second, "use_regex");
    }

    private static Cutter byteLevel(JsonNode node) {
        Cutter space = isTrue(node, "add_prefix_space") ? new SpaceInFront() : Cutter.NONE;
        Cutter words = isFalse(node, "use_regex") ? Cutter.NONE : CutRules.BY_KIND.get("gpt-2");
        return isTrue(node, "add_prefix_space") ? Cutter.all(List.of(space, words)) : words;
    }

    private static String mark(JsonNode node) {
        return node.path("replacement").asText("▁");
    }

    private Behavior behavior(JsonNode node, String place) {
        Behavior behavior = BEHAVIORS.get(node.path("behavior").asText("Isolated"));
        if (behavior == null) {
            throw fault.unknown(place + ".behavior", node.path("behavior"), BEHAVIORS.keySet());
        }
        return behavior;
    }

    private static boolean isTrue(JsonNode node, String name) {
        return node.path(name).asBoolean();
    }

    private static boolean isFalse(JsonNode node, String name) {
        return node.path(name).isBoolean() && !node.path(name).asBoolean();
    }
}
