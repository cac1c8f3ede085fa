package dev.troupe.bench.verdict;

import static dev.troupe.bench.verdict.ReplyJudge.firstDifference;
import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.TokenScore.Alternative;
import dev.troupe.protocol.generate.Usage;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplyJudgeTest {
    private static final TokenScore ONE = new TokenScore(1, -0.5f, List.of(new Alternative(4, -0.25f)));
    private static final TokenScore TWO = new TokenScore(2, -1.5f, List.of());
    private static final Reply.Ending FINISHED =
            new Reply.Ended(new TokenEvent.Finished(FinishReason.LENGTH, new Usage(3, 0, 2)));
    private static final Reply.Ending CANCELLED = new Reply.Ended(new TokenEvent.Cancelled(new Usage(3, 0, 1)));
    private static final Reply COLD = new Reply(List.of(TWO, ONE), List.of(ONE, TWO), FINISHED);

    @Test
    void equalRepliesDoNotDiffer() {
        assertThat(firstDifference(COLD, new Reply(List.of(TWO, ONE), List.of(ONE, TWO), FINISHED), false))
                .isEmpty();
    }

    @Test
    void oneBitOfALogprobIsADifference() {
        TokenScore other = new TokenScore(2, Math.nextUp(-1.5f), List.of());
        Difference difference = firstDifference(COLD, reply(List.of(ONE, other), FINISHED), false)
                .orElseThrow();
        assertThat(difference.where()).isEqualTo("token 1");
        assertThat(difference.expected()).contains("0xbfc00000");
        assertThat(difference.seen()).contains("0xbfbfffff");
    }

    @Test
    void theSignOfZeroIsADifference() {
        Reply plus = reply(List.of(new TokenScore(1, 0f, List.of())), FINISHED);
        Reply minus = reply(List.of(new TokenScore(1, -0f, List.of())), FINISHED);
        assertThat(firstDifference(plus, minus, false)).isPresent();
    }

    @Test
    void anotherAlternativeIsADifference() {
        TokenScore other = new TokenScore(1, -0.5f, List.of(new Alternative(5, -0.25f)));
        assertThat(firstDifference(COLD, reply(List.of(other, TWO), FINISHED), false))
                .hasValueSatisfying(found -> assertThat(found.where()).isEqualTo("token 0"));
    }

    @Test
    void aPromptScoreIsNamedByItsPosition() {
        Reply seen = new Reply(List.of(TWO, TWO), List.of(ONE, TWO), FINISHED);
        assertThat(firstDifference(COLD, seen, false))
                .hasValueSatisfying(found -> assertThat(found.where()).isEqualTo("prompt score 2"));
    }

    @Test
    void aMissingTokenIsADifferenceForWhoeverStayed() {
        assertThat(firstDifference(COLD, reply(List.of(ONE), FINISHED), false)).isPresent();
        assertThat(firstDifference(COLD, reply(List.of(ONE), CANCELLED), false)).isPresent();
    }

    @Test
    void whoeverLeftMayHaveABeginningOnly() {
        assertThat(firstDifference(COLD, reply(List.of(ONE), CANCELLED), true)).isEmpty();
        assertThat(firstDifference(COLD, reply(List.of(TWO), CANCELLED), true)).isPresent();
        assertThat(firstDifference(COLD, reply(List.of(ONE), FINISHED), true)).isPresent();
    }

    @Test
    void aTokenTooManyIsADifference() {
        assertThat(firstDifference(COLD, reply(List.of(ONE, TWO, ONE), FINISHED), false))
                .hasValueSatisfying(found -> assertThat(found.expected()).isEqualTo("nothing"));
    }

    @Test
    void anotherEndIsADifference() {
        Reply.Ending stop = new Reply.Ended(new TokenEvent.Finished(FinishReason.STOP, new Usage(3, 0, 2)));
        Reply.Ending broken = new Reply.Broken("no event for 120 s");
        assertThat(firstDifference(COLD, reply(List.of(ONE, TWO), stop), false)).isPresent();
        assertThat(firstDifference(COLD, reply(List.of(ONE, TWO), broken), true))
                .isPresent();
    }

    @Test
    void whatACacheHadIsNoDifferenceAsLongAsTheLastTokenWasComputed() {
        assertThat(firstDifference(COLD, reply(List.of(ONE, TWO), cached(2)), false))
                .isEmpty();
        assertThat(firstDifference(COLD, reply(List.of(ONE, TWO), cached(3)), false))
                .isPresent();
    }

    private static Reply.Ending cached(int tokens) {
        return new Reply.Ended(new TokenEvent.Finished(FinishReason.LENGTH, new Usage(3, tokens, 2)));
    }

    @Test
    void twoFailuresThatLookAlikeProveNothing() {
        Reply refused = new Reply(List.of(), List.of(), new Reply.Refused("OVERLOADED: try again later"));
        Reply failed = reply(List.of(ONE), new Reply.Ended(new TokenEvent.Failed(ErrorCode.INTERNAL, "a step failed")));
        for (Reply reply : List.of(refused, failed, reply(List.of(ONE), CANCELLED))) {
            assertThat(firstDifference(reply, reply, true))
                    .hasValueSatisfying(found -> assertThat(found.where()).isEqualTo("end when alone"));
        }
    }

    private static Reply reply(List<TokenScore> tokens, Reply.Ending ending) {
        return new Reply(COLD.promptScores(), tokens, ending);
    }
}
