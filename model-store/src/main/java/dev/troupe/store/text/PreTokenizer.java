package dev.troupe.store.text;

import dev.troupe.store.format.GgufMetadata;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// How a byte-level vocabulary cuts text before it merges, in the words of a `tokenizer.json`.
///
/// @param definition the `pre_tokenizer` of the JSON
/// @param asciiPieces finds the same pieces in a text of ASCII only, one after the other
/// @param wholeTokensFirst whether a piece that is a token is taken without merging
/// @param addBos what such models do when the file does not say
record PreTokenizer(Map<String, Object> definition, Pattern asciiPieces, boolean wholeTokensFirst, boolean addBos) {
    private static final String KEY = "tokenizer.ggml.pre";

    private static final Map<String, Object> GPT2_RULES =
            Map.of("type", "ByteLevel", "add_prefix_space", false, "trim_offsets", true, "use_regex", true);

    /// Every digit stands alone first, then the rules of GPT-2 see each piece on its own.
    private static final Map<String, Object> DIGITS_THEN_GPT2 = Map.of(
            "type",
            "Sequence",
            "pretokenizers",
            List.of(Map.of("type", "Digits", "individual_digits", true), GPT2_RULES));

    private static final Map<String, Object> LLAMA3_RULES = Map.of(
            "type",
            "Sequence",
            "pretokenizers",
            List.of(
                    Map.of(
                            "type",
                            "Split",
                            "pattern",
                            Map.of(
                                    "Regex",
                                    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}"
                                            + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"),
                            "behavior",
                            "Isolated",
                            "invert",
                            false),
                    Map.of("type", "ByteLevel", "add_prefix_space", false, "trim_offsets", true, "use_regex", false)));

    private static final Pattern GPT2_ASCII =
            Pattern.compile("'s|'t|'re|'ve|'m|'ll|'d| ?[A-Za-z]+| ?[0-9]+| ?[^\\sA-Za-z0-9]+|\\s+(?!\\S)|\\s+");

    /// A digit ends what stands before it like the end of the text.
    private static final Pattern DIGITS_THEN_GPT2_ASCII =
            Pattern.compile("[0-9]|'s|'t|'re|'ve|'m|'ll|'d| ?[A-Za-z]+| ?[^\\sA-Za-z0-9]+|\\s+(?![^\\s0-9])|\\s+");

    private static final Pattern LLAMA3_ASCII =
            Pattern.compile("(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\nA-Za-z0-9]?[A-Za-z]+|[0-9]{1,3}"
                    + "| ?[^\\sA-Za-z0-9]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+");

    private static final Map<String, PreTokenizer> KNOWN = Map.of(
            "default", new PreTokenizer(GPT2_RULES, GPT2_ASCII, false, false),
            "gpt-2", new PreTokenizer(GPT2_RULES, GPT2_ASCII, false, false),
            "smollm", new PreTokenizer(DIGITS_THEN_GPT2, DIGITS_THEN_GPT2_ASCII, false, false),
            "llama-bpe", new PreTokenizer(LLAMA3_RULES, LLAMA3_ASCII, true, true));

    static PreTokenizer read(GgufMetadata metadata) {
        String name = metadata.string(KEY).orElse("default");
        PreTokenizer known = KNOWN.get(name);
        if (known == null) {
            String shown = name.length() > 40 ? name.substring(0, 40) + "..." : name;
            throw metadata.fault(KEY, "is '" + shown + "'; known are " + new TreeSet<>(KNOWN.keySet()));
        }
        return known;
    }
}
