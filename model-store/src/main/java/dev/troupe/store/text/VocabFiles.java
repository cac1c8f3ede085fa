package dev.troupe.store.text;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.troupe.store.text.TokenizerFile.Pair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Reads the older form of a byte-level BPE vocabulary, `vocab.json` with `merges.txt`. How it cuts
/// text is only said by the name of a class in `tokenizer_config.json`.
record VocabFiles(TextFiles files, TextLimits limits) {
    static final String VOCAB = "vocab.json";
    static final String MERGES = "merges.txt";
    private static final Set<String> CLASSES = new TreeSet<>(Set.of(
            "GPT2Tokenizer",
            "GPT2TokenizerFast",
            "CodeGenTokenizer",
            "CodeGenTokenizerFast",
            "Qwen2Tokenizer",
            "Qwen2TokenizerFast"));

    boolean areThere() {
        return files.has(VOCAB) && files.has(MERGES);
    }

    TokenizerFile read(JsonNode config) {
        TextFault fault = new TextFault(VOCAB);
        VocabularyDraft vocabulary = new VocabularyDraft(limits, fault);
        files.read(VOCAB, parser -> {
            parser.counting(false);
            tokens(parser, vocabulary, fault);
            return vocabulary;
        });
        ObjectNode model = JsonNodeFactory.instance.objectNode().put("type", "BPE");
        return new TokenizerFile(fault, vocabulary, List.of(), merges(), model, parts(config));
    }

    private static void tokens(CountedParser parser, VocabularyDraft vocabulary, TextFault fault) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw fault.at(VOCAB, "an object is needed");
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String token = parser.currentName();
            if (parser.nextToken() != JsonToken.VALUE_NUMBER_INT) {
                throw fault.at(VOCAB, "an id of " + TextFault.quote(token) + " is needed");
            }
            vocabulary.put(token, parser.getLongValue(), VOCAB);
        }
    }

    private List<Pair> merges() {
        TextFault fault = new TextFault(MERGES);
        List<Pair> merges = new ArrayList<>();
        String text = files.text(MERGES).orElseThrow();
        int line = 0;
        for (String written : (Iterable<String>) text.lines()::iterator) {
            line++;
            if (written.isEmpty() || (line == 1 && written.startsWith("#version"))) {
                continue;
            }
            if (!Merges.isPair(written)) {
                throw fault.at("line " + line, "is not two tokens with a space between");
            }
            if (merges.size() == limits.merges()) {
                throw fault.at("line " + line, "is over the limit of " + limits.merges() + " merges");
            }
            int space = written.indexOf(' ', 1);
            merges.add(new Pair(written.substring(0, space), written.substring(space + 1)));
        }
        return merges;
    }

    private static JsonNode parts(JsonNode config) {
        String name = config.path("tokenizer_class").asText();
        if (!CLASSES.contains(name)) {
            throw new TextFault("tokenizer_config.json")
                    .unknown("tokenizer_class", config.path("tokenizer_class"), CLASSES);
        }
        ObjectNode parts = JsonNodeFactory.instance.objectNode();
        parts.putObject("decoder").put("type", "ByteLevel");
        if (!name.startsWith("Qwen2")) {
            parts.putObject("pre_tokenizer")
                    .put("type", "ByteLevel")
                    .put("add_prefix_space", config.path("add_prefix_space").asBoolean());
            return parts;
        }
        parts.putObject("normalizer").put("type", "NFC");
        ArrayNode sequence =
                parts.putObject("pre_tokenizer").put("type", "Sequence").putArray("pretokenizers");
        ObjectNode split = sequence.addObject().put("type", "Split").put("behavior", "Isolated");
        split.putObject("pattern").put("Regex", CutRules.QWEN2);
        sequence.addObject().put("type", "ByteLevel").put("use_regex", false);
        return parts;
    }
}
