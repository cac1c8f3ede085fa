package dev.troupe.store.text;

import dev.troupe.store.format.GgufMetadata;
import dev.troupe.store.template.ChatTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/// Finds the ids with a meaning of their own.
final class SpecialReader {
    private static final String PREFIX = "tokenizer.ggml.";

    /// Literals that end a turn or a text in the families in use. Files often name only one of
    /// them, while the model writes another.
    private static final Set<String> ENDS = Set.of(
            "</s>",
            "<|im_end|>",
            "<|eot_id|>",
            "<|eom_id|>",
            "<|end|>",
            "<|end_of_text|>",
            "<|end_of_turn|>",
            "<|endoftext|>",
            "<|EOT|>",
            "<EOT>",
            "<end_of_turn>",
            "<｜end▁of▁sentence｜>");

    private final GgufMetadata metadata;
    private final Vocabulary vocabulary;
    private final Optional<ChatTemplate> template;

    SpecialReader(GgufMetadata metadata, Vocabulary vocabulary, Optional<ChatTemplate> template) {
        this.metadata = metadata;
        this.vocabulary = vocabulary;
        this.template = template;
    }

    OptionalInt bos() {
        return id("bos_token_id");
    }

    OptionalInt eos() {
        return id("eos_token_id");
    }

    OptionalInt unknown() {
        return id("unknown_token_id");
    }

    /// What a template is told a token is called, empty when there is none.
    String literal(OptionalInt id) {
        return id.isPresent() ? vocabulary.token(id.getAsInt()) : "";
    }

    /// Ascending: what the file names, well-known ones, and what the template ends a turn with.
    List<Integer> endOfReply() {
        Set<Integer> ends = new TreeSet<>();
        for (String name : List.of("eos_token_id", "eot_token_id", "eom_token_id")) {
            id(name).ifPresent(ends::add);
        }
        for (String literal : ENDS) {
            vocabulary.id(literal).stream().filter(vocabulary::isLiteral).forEach(ends::add);
        }
        TurnEnds turns = new TurnEnds(vocabulary, literal(bos()), literal(eos()));
        template.stream().flatMapToInt(one -> turns.of(one).stream()).forEach(ends::add);
        return new ArrayList<>(ends);
    }

    /// @param otherwise what the kind of vocabulary does when the file does not say
    boolean addBos(boolean otherwise) {
        return bos().isPresent() && metadata.bool(PREFIX + "add_bos_token").orElse(otherwise);
    }

    private OptionalInt id(String name) {
        OptionalLong id = metadata.integer(PREFIX + name, 0, vocabulary.size() - 1L);
        return id.isPresent() ? OptionalInt.of((int) id.getAsLong()) : OptionalInt.empty();
    }
}
