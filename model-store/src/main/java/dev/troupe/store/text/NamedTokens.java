package dev.troupe.store.text;

import dev.troupe.store.template.ChatTemplate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// The ids that a model's files give a meaning of their own.
///
/// @param bos begins a text
/// @param eos ends one
/// @param unknown stands for what cannot be spelled
/// @param ends what else ends a reply by the files' own words
record NamedTokens(OptionalInt bos, OptionalInt eos, OptionalInt unknown, Set<Integer> ends) {
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

    /// What a template is told a token is called, empty when there is none.
    static String literal(Vocabulary vocabulary, OptionalInt id) {
        return id.isPresent() ? vocabulary.token(id.getAsInt()) : "";
    }

    /// Ascending: what the files name, well-known ones, and what the template ends a turn with.
    List<Integer> endOfReply(Vocabulary vocabulary, Optional<ChatTemplate> template) {
        Set<Integer> all = new TreeSet<>(ends);
        eos.ifPresent(all::add);
        for (String literal : ENDS) {
            vocabulary.id(literal).stream().filter(vocabulary::isLiteral).forEach(all::add);
        }
        TurnEnds turns = new TurnEnds(vocabulary, literal(vocabulary, bos), literal(vocabulary, eos));
        template.stream().flatMapToInt(one -> turns.of(one).stream()).forEach(all::add);
        return List.copyOf(all);
    }
}
