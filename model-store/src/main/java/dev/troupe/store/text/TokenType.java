package dev.troupe.store.text;

import java.util.Optional;

/// What a token is for; the ordinal plus one is the number in a GGUF file.
enum TokenType {
    /// Ordinary text.
    NORMAL,
    /// Stands for text that the vocabulary cannot spell.
    UNKNOWN,
    /// Has a meaning and no text, for example the end of a turn.
    CONTROL,
    /// Added to the vocabulary by the model's makers; has text, and is matched as a whole.
    USER_DEFINED,
    /// Never produced.
    UNUSED,
    /// One byte of UTF-8.
    BYTE;

    private static final TokenType[] BY_ORDINAL = values();

    static Optional<TokenType> of(int number) {
        return number >= 1 && number <= BY_ORDINAL.length ? Optional.of(BY_ORDINAL[number - 1]) : Optional.empty();
    }
}
