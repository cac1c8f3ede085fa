package dev.troupe.store.text.piece;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;

/// A text that stops whoever looks at it too often. Not thread-safe.
final class CountedText implements CharSequence {
    private final String text;
    private final long limit;
    private long looks;

    CountedText(String text, long limit) {
        this.text = text;
        this.limit = limit;
    }

    @Override
    public char charAt(int index) {
        if (++looks > limit) {
            throw ServingException.of(
                    ErrorCode.INVALID_REQUEST,
                    "the model's own regular expression needs more than the limit of " + limit
                            + " steps for this text");
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
