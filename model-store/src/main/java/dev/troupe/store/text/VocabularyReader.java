package dev.troupe.store.text;

import dev.troupe.store.format.GgufMetadata;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Reads a vocabulary out of a file's metadata and checks it.
final class VocabularyReader {
    static final String TOKENS = "tokenizer.ggml.tokens";
    static final String TYPES = "tokenizer.ggml.token_type";
    private static final List<String> MARKS = List.of(
            "tokenizer.ggml.bos_token_id",
            "tokenizer.ggml.eos_token_id",
            "tokenizer.ggml.eot_token_id",
            "tokenizer.ggml.eom_token_id");

    private final GgufMetadata metadata;
    private final TextLimits limits;

    VocabularyReader(GgufMetadata metadata, TextLimits limits) {
        this.metadata = metadata;
        this.limits = limits;
    }

    Vocabulary read() {
        List<String> tokens = List.copyOf(metadata.requireStrings(TOKENS));
        if (tokens.isEmpty()) {
            throw metadata.fault(TOKENS, "is empty; at least one token is needed");
        }
        Vocabulary vocabulary = Vocabulary.of(tokens, types(tokens.size()));
        new VocabularyCheck(vocabulary, limits).problem().ifPresent(problem -> {
            throw metadata.fault(TOKENS, problem);
        });
        return vocabulary;
    }

    /// A file without types has ordinary tokens only. What ends or begins a text is never ordinary,
    /// whatever its type says: no user's text may spell it.
    private List<TokenType> types(int count) {
        Optional<int[]> numbers = metadata.ints(TYPES);
        List<TokenType> types = new ArrayList<>(Collections.nCopies(count, TokenType.NORMAL));
        if (numbers.isPresent()) {
            if (numbers.get().length != count) {
                throw metadata.fault(TYPES, "has " + numbers.get().length + " entries for " + count + " tokens");
            }
            for (int id = 0; id < count; id++) {
                types.set(id, type(id, numbers.get()[id]));
            }
        }
        for (String key : MARKS) {
            metadata.integer(key, 0, count - 1L).ifPresent(id -> {
                if (types.get((int) id) == TokenType.NORMAL || types.get((int) id) == TokenType.UNUSED) {
                    types.set((int) id, TokenType.CONTROL);
                }
            });
        }
        return List.copyOf(types);
    }

    private TokenType type(int id, int number) {
        return TokenType.of(number)
                .orElseThrow(() -> metadata.fault(
                        TYPES, "entry " + id + " is " + number + "; allowed is 1 to " + TokenType.values().length));
    }
}
