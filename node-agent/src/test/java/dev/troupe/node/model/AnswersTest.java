package dev.troupe.node.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.Choice;
import dev.troupe.node.engine.Answer;
import dev.troupe.protocol.generate.TokenScore;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswersTest {
    @Test
    void aLogprobIsTakenInDoubleAndRoundedOnce() {
        List<Choice.Candidate> top = List.of(new Choice.Candidate(9, 3.5f), new Choice.Candidate(7, 1.25f));
        Choice choice = new Choice(Choice.Status.OK, 7, 1.25f, 3.5f, 2.7f, top);
        float best = (float) -StrictMath.log(2.7f);
        float chosen = (float) (1.25 - 3.5 - StrictMath.log(2.7f));
        assertThat(Answers.answer(choice))
                .isEqualTo(new Answer.Scored(new TokenScore(
                        7,
                        chosen,
                        List.of(new TokenScore.Alternative(9, best), new TokenScore.Alternative(7, chosen)))));
    }

    @Test
    void aRowOfWhichNothingIsLeftHasNoScore() {
        Choice choice = new Choice(Choice.Status.NOTHING_LEFT, 0, 0f, 0f, 0f, List.of());
        assertThat(Answers.answer(choice)).isEqualTo(new Answer.NothingLeft());
    }

    @Test
    void aRowThatIsNotFiniteHasNoScore() {
        Choice choice = new Choice(Choice.Status.NOT_FINITE, 0, 0f, Float.NaN, Float.NaN, List.of());
        assertThat(Answers.answer(choice)).isEqualTo(new Answer.NotFinite());
    }
}
