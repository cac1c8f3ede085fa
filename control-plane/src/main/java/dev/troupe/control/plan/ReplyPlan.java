package dev.troupe.control.plan;

import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.request.ReplyOptions.LogprobOptions;
import dev.troupe.protocol.generate.GenerationRequest;
import java.util.List;
import java.util.Optional;

/// One request of a client, ready for a node: every value checked and every default filled in.
///
/// @param model what answers
/// @param choices at least one: what a node is asked; a choice's place is its `index`
/// @param choicesPerPrompt at least 1; so many neighbours in `choices` have the same prompt
/// @param stop strings that end a choice's text
/// @param logprobs absent: no log-probabilities are reported
/// @param echo whether a choice's text starts with its prompt
/// @param seed the client's or the drawn one; each prompt's first choice has it
public record ReplyPlan(
        ServedModel model,
        List<GenerationRequest> choices,
        int choicesPerPrompt,
        List<String> stop,
        Optional<LogprobOptions> logprobs,
        boolean echo,
        long seed) {
    public ReplyPlan {
        choices = List.copyOf(choices);
        stop = List.copyOf(stop);
        if (choicesPerPrompt < 1 || choices.size() % choicesPerPrompt != 0) {
            throw new IllegalArgumentException(
                    choices.size() + " choices are not a multiple of " + choicesPerPrompt + " per prompt");
        }
    }

    /// As every choice has it.
    public String id() {
        return choices.getFirst().id();
    }

    /// Each prompt counts once, however many choices it has.
    public int promptTokens() {
        int tokens = 0;
        for (int choice = 0; choice < choices.size(); choice += choicesPerPrompt) {
            tokens = Math.addExact(tokens, choices.get(choice).promptTokens().size());
        }
        return tokens;
    }

    /// Whether this choice stands for its prompt where the prompt counts once.
    public boolean isFirstOfPrompt(int choice) {
        return choice % choicesPerPrompt == 0;
    }
}
