package dev.troupe.store.text;

import java.util.List;

/// Spells plain text with ordinary tokens. Thread-safe.
interface PlainEncoder {
    /// @param text well-formed, not empty; it stands at the start of a text or behind a special
    ///     token
    void encode(String text, List<Integer> target);

    /// The bytes that an ordinary token spells.
    byte[] bytes(int id);
}
