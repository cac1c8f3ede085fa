package dev.troupe.node.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.node.draft.SpeculationLimits;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.TokenStream;
import dev.troupe.protocol.node.NodeSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/// Drafts change how many steps a reply takes and nothing else.
class SpeculationTest {
    private static final int PERIOD = 5;
    private static final int TOKENS = 60;
    private static final List<Integer> PROMPT = List.of(1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2);

    @Test
    void aReplyThatRepeatsItsPromptTakesFewerStepsAndIsTheSame() {
        try (EngineFixture fixture = new EngineFixture(limits(SpeculationLimits.defaults()))) {
            FakeExecutor executor = FakeExecutor.echo(PERIOD);
            fixture.attach(1, executor, 20);
            RecordingSink sink = fixture.submit(EngineFixture.request(1, PROMPT, TOKENS));
            sink.terminal();
            assertThat(sink.tokens()).isEqualTo(expected(tokens -> FakeExecutor.echoed(tokens, PERIOD)));
            assertThat(executor.steps()).isLessThan(TOKENS / 2);
            NodeSnapshot.Counters counters = fixture.countersAfter(1);
            NodeSnapshot.Speculation speculation = counters.speculation();
            assertThat(speculation.acceptedTokens()).isGreaterThan(TOKENS / 2).isEqualTo(speculation.proposedTokens());
            assertThat(counters.steps().decodeTokens()).isEqualTo(TOKENS - 1);
        }
    }

    @Test
    void wrongDraftsLeaveNothingBehind() {
        try (EngineFixture fixture = new EngineFixture(limits(SpeculationLimits.defaults()))) {
            fixture.attach(1, FakeExecutor.saying(SpeculationTest::fickle), 20);
            RecordingSink sink = fixture.submit(EngineFixture.request(1, PROMPT, TOKENS));
            sink.terminal();
            assertThat(sink.tokens()).isEqualTo(expected(SpeculationTest::fickle));
            NodeSnapshot.Speculation speculation = fixture.countersAfter(1).speculation();
            assertThat(speculation.proposedTokens()).isGreaterThan(speculation.acceptedTokens());
        }
    }

    @Test
    void draftsTakenWithoutComparingAreNoticed() {
        try (EngineFixture fixture =
                new EngineFixture(limits(SpeculationLimits.defaults()), Set.of(EngineFault.DRAFTS_UNCHECKED))) {
            fixture.attach(1, FakeExecutor.saying(SpeculationTest::fickle), 20);
            RecordingSink sink = fixture.submit(EngineFixture.request(1, PROMPT, TOKENS));
            sink.terminal();
            assertThat(sink.tokens()).isNotEqualTo(expected(SpeculationTest::fickle));
        }
    }

    @Test
    void aStopTokenInsideTheDraftsEndsTheReplyThere() {
        try (EngineFixture fixture = new EngineFixture(limits(SpeculationLimits.defaults()))) {
            fixture.attach(1, FakeExecutor.echo(PERIOD), 20);
            List<Integer> prompt = List.of(1, 2, 3, 4, 5, 1, 2, 3, 4, 6);
            RecordingSink sink = fixture.submit(EngineFixture.request(1, prompt, TOKENS, List.of(6), false));
            assertThat(sink.terminal())
                    .isInstanceOfSatisfying(
                            TokenEvent.Finished.class,
                            finished -> assertThat(finished.reason()).isEqualTo(FinishReason.STOP));
            assertThat(sink.tokens().stream().map(TokenScore::id)).containsExactly(1, 2, 3, 4, 6);
            fixture.awaitIdle();
        }
    }

    @Test
    void nobodyDraftsBeyondItsCredit() {
        try (EngineFixture fixture = new EngineFixture(limits(SpeculationLimits.defaults()))) {
            FakeExecutor executor = FakeExecutor.echo(PERIOD);
            AtomicInteger longest = new AtomicInteger();
            executor.onStep(input -> input.slices().stream()
                    .filter(slice -> slice.firstPosition() > 0)
                    .forEach(slice -> longest.accumulateAndGet(slice.tokens().length, Math::max)));
            fixture.attach(1, executor, 20);
            RecordingSink sink = new RecordingSink();
            TokenStream stream = fixture.engine.submit(EngineFixture.request(1, PROMPT, TOKENS), 3, sink);
            for (int tokens = 3; tokens < TOKENS; tokens += 3) {
                int sent = tokens;
                Awaitility.await().until(() -> sink.tokens().size() >= sent);
                stream.credit(3);
            }
            assertThat(sink.terminal()).isInstanceOf(TokenEvent.Finished.class);
            assertThat(longest.get()).isBetween(2, 3);
        }
    }

    @Test
    void switchedOffNobodyDrafts() {
        try (EngineFixture fixture = new EngineFixture(limits(SpeculationLimits.off()))) {
            FakeExecutor executor = FakeExecutor.echo(PERIOD);
            fixture.attach(1, executor, 20);
            fixture.submit(EngineFixture.request(1, PROMPT, TOKENS)).terminal();
            assertThat(executor.steps()).isEqualTo(TOKENS);
        }
    }

    /// Repeats itself often, but never for long.
    private static TokenScore fickle(List<Integer> tokens) {
        return new TokenScore(Math.floorMod(tokens.hashCode() * 31 + 7, 3), -tokens.size(), List.of());
    }

    private static List<TokenScore> expected(Function<List<Integer>, TokenScore> rule) {
        List<Integer> tokens = new ArrayList<>(PROMPT);
        List<TokenScore> scores = new ArrayList<>();
        for (int i = 0; i < TOKENS; i++) {
            TokenScore next = rule.apply(tokens);
            scores.add(next);
            tokens.add(next.id());
        }
        return scores;
    }

    private static EngineLimits limits(SpeculationLimits speculation) {
        return new EngineLimits(64, 64, 4, 8, 32, speculation);
    }
}
