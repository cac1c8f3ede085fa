package dev.troupe.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CallerDiceTest {
    private static final ModelRole MODEL = new ModelRole("m", 300, 2048, 1, false);
    private static final int TOKENS = 40;

    @Test
    void whoeverLeavesInPrefillAsksForScoresOfSeveralSlices() {
        assertThat(asks(64, 1500).stream().filter(ask -> ask.caller() instanceof Caller.LeavingInPrefill))
                .isNotEmpty()
                .allMatch(ask -> ask.question().scoring().promptToo())
                .allMatch(ask -> ask.question().prompt().size() >= 3 * 64);
    }

    @Test
    void nobodyLeavesInPrefillWherePromptsFitOneSlice() {
        assertThat(asks(512, 700)).noneMatch(ask -> ask.caller() instanceof Caller.LeavingInPrefill);
    }

    @Test
    void whoeverLeavesOnCreditCannotHearTheEndBefore() {
        List<Caller.Leaving> leaving = asks(64, 700).stream()
                .map(Ask::caller)
                .filter(Caller.Leaving.class::isInstance)
                .map(Caller.Leaving.class::cast)
                .toList();
        assertThat(leaving).isNotEmpty().allMatch(caller -> caller.tokens() <= caller.credit());
        assertThat(leaving).anyMatch(caller -> caller.tokens() == caller.credit());
    }

    @Test
    void questionsKeepTheirBounds() {
        assertThat(asks(7, 200))
                .allMatch(ask -> ask.question().prompt().size() <= 200)
                .allMatch(ask -> ask.question().maxTokens() <= TOKENS)
                .allMatch(ask -> ask.question().prompt().stream().allMatch(id -> id >= 0 && id < 300));
    }

    private static List<Ask> asks(int sliceTokens, int mostPrompt) {
        QuestionDeck deck = new QuestionDeck(MODEL, TOKENS, new Dice(2));
        CallerDice.Bounds bounds = new CallerDice.Bounds(sliceTokens, mostPrompt, Duration.ofMillis(20), 2);
        CallerDice callers = new CallerDice(deck, bounds, new Dice(3));
        return IntStream.range(0, 200).mapToObj(callers::draw).toList();
    }
}
