package dev.troupe.store.text;

import dev.troupe.store.format.GgufMetadata;
import dev.troupe.store.text.piece.Cutter;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// How a byte-level vocabulary cuts text before it merges.
///
/// @param cutter cuts it
/// @param wholeTokensFirst whether a piece that is a token is taken without merging
/// @param addBos what such models do when the file does not say
record PreTokenizer(Cutter cutter, boolean wholeTokensFirst, boolean addBos) {
    private static final String KEY = "tokenizer.ggml.pre";

    /// By the name of the cutting rules, the names that files give them.
    private static final Map<String, Set<String>> PLAIN = Map.ofEntries(
            Map.entry("default", Set.of("default")),
            Map.entry(
                    "gpt-2",
                    Set.of(
                            "gpt-2",
                            "phi-2",
                            "mpt",
                            "olmo",
                            "jais",
                            "trillion",
                            "granite-docling",
                            "mellum",
                            "exaone4")),
            Map.entry(
                    "digits",
                    Set.of("smollm", "starcoder", "refact", "command-r", "codeshell", "exaone", "minerva-7b")),
            Map.entry("llama-bpe", Set.of("smaug-bpe", "dbrx", "chatglm-bpe")),
            Map.entry(
                    "qwen2",
                    Set.of("qwen2", "deepseek-r1-qwen", "stablelm2", "megrez", "hunyuan", "grok-2", "solar-open")),
            Map.entry("qwen35", Set.of("qwen35")),
            Map.entry("seed-coder", Set.of("seed-coder")),
            Map.entry("gpt-4o", Set.of("gpt-4o", "llama4", "kanana2")),
            Map.entry("falcon", Set.of("falcon")),
            Map.entry("deepseek-llm", Set.of("deepseek-llm")),
            Map.entry("deepseek-coder", Set.of("deepseek-coder")),
            Map.entry("deepseek-v3", Set.of("deepseek-v3", "hunyuan-dense")),
            Map.entry("bloom", Set.of("bloom", "gpt3-finnish", "poro-chat")),
            Map.entry("viking", Set.of("viking")));

    private static final Set<String> LLAMA3 =
            Set.of("llama-bpe", "llama3", "llama-v3", "falcon3", "falcon-h1", "pixtral", "lfm2");

    private static final Map<String, PreTokenizer> KNOWN = known();

    static PreTokenizer read(GgufMetadata metadata) {
        String name = metadata.string(KEY).orElse("default");
        PreTokenizer known = KNOWN.get(name);
        if (known == null) {
            String shown = name.length() > 40 ? name.substring(0, 40) + "..." : name;
            throw metadata.fault(KEY, "is '" + shown + "'; known are " + KNOWN.keySet());
        }
        return known;
    }

    /// Every name that is known.
    static Set<String> names() {
        return KNOWN.keySet();
    }

    private static Map<String, PreTokenizer> known() {
        Map<String, PreTokenizer> known = new TreeMap<>();
        PLAIN.forEach((rules, names) ->
                names.forEach(name -> known.put(name, new PreTokenizer(CutRules.BY_KIND.get(rules), false, false))));
        LLAMA3.forEach(name -> known.put(name, new PreTokenizer(CutRules.BY_KIND.get("llama-bpe"), true, true)));
        known.put("glm4", new PreTokenizer(CutRules.BY_KIND.get("llama-bpe"), true, false));
        known.put("tekken", new PreTokenizer(CutRules.BY_KIND.get("tekken"), true, true));
        return known;
    }
}
