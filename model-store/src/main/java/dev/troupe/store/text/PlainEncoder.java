package dev.troupe.store.text;

import java.util.List;

/// Spells plain text with ordinary tokens. Thread-safe.
interface PlainEncoder {
    /// @param text well-formed, not empty
    /// @param first whether it stands at the start of a text, not behind a token found by its
    ///     literal
    void encode(String text, boolean first, List<Integer> target);

    /// The bytes that a token spells which is not a control token.
    byte[] bytes(int id);
}
