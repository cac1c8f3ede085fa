package dev.troupe.control.plan;

import dev.troupe.control.catalog.ServedModel;
import dev.troupe.protocol.generate.GenerationRequest;
import java.util.List;
import java.util.Optional;

/// One request of a client, ready for a node: every value checked and every default filled in.
///
/// @param model what answers
/// @param choices at least one: what a node is asked, one for each prompt; a choice's place is its `index`
/// @param stop strings that end a choice's text
/// @param topLogprobs absent: no log-probabilities are reported
/// @param echo whether a choice's text starts with its prompt
/// @param seed of all choices, the client's or the drawn one
public record ReplyPlan(
        ServedModel model,
        List<GenerationRequest> choices,
        List<String> stop,
        Optional<Integer> topLogprobs,
        boolean echo,
        long seed) {
    public ReplyPlan {
        choices = List.copyOf(choices);
        stop = List.copyOf(stop);
    }

    /// As every choice has it.
    public String id() {
        return choices.getFirst().id();
    }

    public int promptTokens() {
        return choices.stream().mapToInt(choice -> choice.promptTokens().size()).reduce(0, Math::addExact);
    }
}
