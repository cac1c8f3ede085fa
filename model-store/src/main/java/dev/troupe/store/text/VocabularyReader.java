package dev.troupe.store.text;

import dev.troupe.store.format.GgufMetadata;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    private static final int MAX_TOKEN_CHARS = 4096;
    private static final int MAX_LITERAL_CHARS = 256;

    private final GgufMetadata metadata;

    VocabularyReader(GgufMetadata metadata) {
        this.metadata = metadata;
    }

    Vocabulary read() {
        List<String> tokens = List.copyOf(metadata.requireStrings(TOKENS));
        if (tokens.isEmpty()) {
            throw metadata.fault(TOKENS, "is empty; at least one token is needed");
        }
        Map<String, Integer> ids = HashMap.newHashMap(tokens.size());
        for (int id = 0; id < tokens.size(); id++) {
            String token = tokens.get(id);
            if (token.length() > MAX_TOKEN_CHARS) {
                throw metadata.fault(
                        TOKENS,
                        "token " + id + " has " + token.length() + " characters; the limit is " + MAX_TOKEN_CHARS);
            }
            Integer before = ids.putIfAbsent(token, id);
            if (before != null) {
                throw metadata.fault(TOKENS, "tokens " + before + " and " + id + " are the same");
            }
        }
        Vocabulary vocabulary = new Vocabulary(tokens, types(tokens.size()), Map.copyOf(ids));
        checkLiterals(vocabulary);
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

    private void checkLiterals(Vocabulary vocabulary) {
        for (int id = 0; id < vocabulary.size(); id++) {
            if (vocabulary.isLiteral(id) && vocabulary.token(id).length() > MAX_LITERAL_CHARS) {
                throw metadata.fault(
                        TOKENS,
                        "special token " + id + " is longer than the limit of " + MAX_LITERAL_CHARS + " characters");
            }
        }
    }
}
