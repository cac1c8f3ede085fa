package dev.troupe.control.request;

import java.util.List;

/// What a completion continues.
public sealed interface Prompt {
    /// Plain text: what looks like a special token in it is ordinary characters.
    record Text(String text) implements Prompt {}

    /// Taken as they are; ids of the model's vocabulary.
    record Tokens(List<Integer> ids) implements Prompt {
        public Tokens {
            ids = List.copyOf(ids);
        }
    }
}
