package dev.troupe.store.text;

import java.util.Optional;

/// What is wrong with a vocabulary whatever form it came in.
record VocabularyCheck(Vocabulary vocabulary, TextLimits limits) {
    private static final int MAX_LITERAL_CHARS = 256;

    /// The first problem, in words.
    Optional<String> problem() {
        if (vocabulary.size() > limits.tokens()) {
            return Optional.of("has " + vocabulary.size() + " tokens; the limit is " + limits.tokens());
        }
        long characters = 0;
        for (int id = 0; id < vocabulary.size(); id++) {
            characters += vocabulary.token(id).length();
            if (characters > limits.vocabularyCharacters()) {
                return Optional.of(
                        "has more than the limit of " + limits.vocabularyCharacters() + " characters in all tokens");
            }
            Optional<String> problem = problem(id);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private Optional<String> problem(int id) {
        String token = vocabulary.token(id);
        if (token.length() > limits.tokenCharacters()) {
            return Optional.of(
                    "token " + id + " has " + token.length() + " characters; the limit is " + limits.tokenCharacters());
        }
        int first = vocabulary.ids().get(token);
        if (first != id) {
            return Optional.of("tokens " + first + " and " + id + " are the same");
        }
        if (vocabulary.isLiteral(id) && token.length() > MAX_LITERAL_CHARS) {
            return Optional.of(
                    "special token " + id + " is longer than the limit of " + MAX_LITERAL_CHARS + " characters");
        }
        return Optional.empty();
    }
}
