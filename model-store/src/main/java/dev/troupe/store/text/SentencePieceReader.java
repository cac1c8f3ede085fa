package dev.troupe.store.text;

import dev.troupe.store.format.GgufMetadata;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/// Builds a {@link SentencePieceBpe} from a file's metadata.
final class SentencePieceReader {
    private static final String SCORES = "tokenizer.ggml.scores";
    static final String SPACE_PREFIX = "tokenizer.ggml.add_space_prefix";

    private SentencePieceReader() {}

    static SentencePieceBpe build(Vocabulary vocabulary, NamedTokens special, GgufMetadata metadata) {
        return new SentencePieceBpe(
                vocabulary,
                scores(vocabulary, metadata),
                spaceInFront(metadata),
                byteTokens(vocabulary, special.unknown(), metadata));
    }

    static boolean spaceInFront(GgufMetadata metadata) {
        return metadata.bool(SPACE_PREFIX).orElse(true);
    }

    static float[] scores(Vocabulary vocabulary, GgufMetadata metadata) {
        float[] scores = metadata.floats(SCORES).orElseThrow(() -> metadata.fault(SCORES, "is missing"));
        if (scores.length != vocabulary.size()) {
            throw metadata.fault(SCORES, "has " + scores.length + " entries for " + vocabulary.size() + " tokens");
        }
        for (int id = 0; id < scores.length; id++) {
            if (Float.isNaN(scores[id])) {
                throw metadata.fault(SCORES, "entry " + id + " is not a number");
            }
        }
        return scores;
    }

    static ByteSpelling byteTokens(Vocabulary vocabulary, OptionalInt unknown, GgufMetadata metadata) {
        Map<Integer, Integer> tokens = new HashMap<>();
        for (int id = 0; id < vocabulary.size(); id++) {
            if (vocabulary.type(id) == TokenType.BYTE) {
                int place = id;
                int value = ByteToken.value(vocabulary.token(id))
                        .orElseThrow(() -> metadata.fault(
                                VocabularyReader.TOKENS, "byte token " + place + " is not written like <0x0A>"));
                tokens.put(value, id);
            }
        }
        return ByteSpelling.of(
                value -> tokens.containsKey(value) ? OptionalInt.of(tokens.get(value)) : OptionalInt.empty(), unknown);
    }
}
