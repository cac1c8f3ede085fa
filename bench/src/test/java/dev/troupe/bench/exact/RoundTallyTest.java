package dev.troupe.bench.exact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.bench.verdict.Reply;
import dev.troupe.bench.verdict.Tally;
import dev.troupe.bench.workload.Ask;
import dev.troupe.bench.workload.Caller;
import dev.troupe.bench.workload.Question;
import dev.troupe.bench.workload.Round;
import dev.troupe.bench.workload.Setup;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.StopTokens;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RoundTallyTest {
    private static final List<TokenScore> TWO_SCORES = List.of(score(1), score(2));
    private static final TokenEvent.Terminal CANCELLED = new TokenEvent.Cancelled(new Usage(3, 0, 2));
    private static final TokenEvent.Terminal FINISHED =
            new TokenEvent.Finished(FinishReason.LENGTH, new Usage(3, 0, 2));

    private static final Tally.Work WORK = new Tally.Work(new Tally.Steps(9, 1, 9, 9), new Tally.Savings(0, 0, 0, 0));

    private final List<Ask> asks = new ArrayList<>();
    private final List<Reply> replies = new ArrayList<>();

    @Test
    void onlyWhoWasStillComputedIsCancelledInFlight() {
        add(new Caller.Leaving(2, 9), List.of(), TWO_SCORES, CANCELLED);
        add(new Caller.LeavingInPrefill(1), TWO_SCORES, List.of(), CANCELLED);
        add(new Caller.LeavingAfter(10), List.of(), TWO_SCORES, CANCELLED);
        Tally.Requests requests = tally().requests();
        assertThat(requests.cancelledInFlight()).isEqualTo(3);
        assertThat(requests.cancelledInPrefill()).isEqualTo(1);
    }

    @Test
    void whoWasNotComputedAnyMoreOrNotYetIsNotCancelledInFlight() {
        add(new Caller.Leaving(2, 2), List.of(), TWO_SCORES, CANCELLED);
        add(new Caller.LeavingAfter(10), List.of(), List.of(), CANCELLED);
        add(new Caller.Leaving(2, 9), List.of(), TWO_SCORES, FINISHED);
        Tally.Requests requests = tally().requests();
        assertThat(requests.cancelled()).isEqualTo(2);
        assertThat(requests.finished()).isEqualTo(1);
        assertThat(requests.cancelledInFlight()).isZero();
    }

    private Tally tally() {
        Round round = new Round(0, List.of("one"), Setup.alone("generic", 4), asks);
        return RoundTally.of(round, new RoundRunner.Outcome(replies, WORK, Optional.empty()));
    }

    private void add(
            Caller caller, List<TokenScore> promptScores, List<TokenScore> tokens, TokenEvent.Terminal terminal) {
        Question question = new Question(
                "one", List.of(1, 2, 3), 9, StopTokens.of(List.of()), SamplingParams.greedy(), new Scoring(0, false));
        asks.add(new Ask(asks.size(), question, caller, Optional.empty()));
        replies.add(new Reply(promptScores, tokens, new Reply.Ended(terminal)));
    }

    private static TokenScore score(int id) {
        return new TokenScore(id, -1f, List.of());
    }
}
