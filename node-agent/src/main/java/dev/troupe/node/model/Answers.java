package dev.troupe.node.model;

import dev.troupe.kernel.Choice;
import dev.troupe.node.engine.Answer;
import dev.troupe.node.engine.StepInput;
import dev.troupe.protocol.generate.TokenScore;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// Turns the device's choices into answers. The logarithm of a log-probability is taken here, in
/// double, by a function that is the same everywhere.
final class Answers {
    private Answers() {}

    static List<List<Answer>> of(StepInput input, List<Choice> choices) {
        Iterator<Choice> rest = choices.iterator();
        List<List<Answer>> answers = new ArrayList<>();
        for (StepInput.Slice slice : input.slices()) {
            answers.add(slice.asks().stream().map(_ -> answer(rest.next())).toList());
        }
        return answers;
    }

    static Answer answer(Choice choice) {
        return switch (choice.status()) {
            case OK -> new Answer.Scored(score(choice));
            case NOT_FINITE -> new Answer.NotFinite();
            case NOTHING_LEFT -> new Answer.NothingLeft();
        };
    }

    private static TokenScore score(Choice choice) {
        List<TokenScore.Alternative> top = choice.top().stream()
                .map(candidate -> new TokenScore.Alternative(candidate.id(), logprob(candidate.logit(), choice)))
                .toList();
        return new TokenScore(choice.token(), logprob(choice.logit(), choice), top);
    }

    private static float logprob(float logit, Choice choice) {
        return (float) ((double) logit - (double) choice.max() - StrictMath.log((double) choice.sum()));
    }
}
