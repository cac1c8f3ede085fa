package dev.troupe.store.text;

import dev.troupe.store.format.GgufMetadata;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/// Finds the ids that a GGUF file gives a meaning of their own.
record SpecialReader(GgufMetadata metadata, Vocabulary vocabulary) {
    private static final String PREFIX = "tokenizer.ggml.";

    NamedTokens read() {
        Set<Integer> ends = new TreeSet<>();
        id("eot_token_id").ifPresent(ends::add);
        id("eom_token_id").ifPresent(ends::add);
        return new NamedTokens(id("bos_token_id"), id("eos_token_id"), id("unknown_token_id"), ends);
    }

    /// @param otherwise what the kind of vocabulary does when the file does not say
    boolean addBos(boolean otherwise) {
        return id("bos_token_id").isPresent()
                && metadata.bool(PREFIX + "add_bos_token").orElse(otherwise);
    }

    private OptionalInt id(String name) {
        OptionalLong id = metadata.integer(PREFIX + name, 0, vocabulary.size() - 1L);
        return id.isPresent() ? OptionalInt.of((int) id.getAsLong()) : OptionalInt.empty();
    }
}
