package dev.troupe.node.engine;

import static dev.troupe.node.engine.EngineFixture.expected;
import static dev.troupe.node.engine.EngineFixture.prompt;
import static dev.troupe.node.engine.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.TokenStream;
import dev.troupe.protocol.generate.Usage;
import dev.troupe.protocol.node.NodeSnapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineTest {
    private static final EngineLimits LIMITS = new EngineLimits(64, 7, 8, 100, 16);

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64, 512})
    void everySequenceGetsItsOwnTokensWhateverTheSliceAndTheBatch(int slice) {
        try (EngineFixture fixture = new EngineFixture(LIMITS.withSliceTokens(slice))) {
            fixture.attach(1, FakeExecutor.free(), 200);
            List<RecordingSink> sinks = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                sinks.add(fixture.submit(request(1, prompt(1 + i * 5, i), 1 + i)));
            }
            for (int i = 0; i < 30; i++) {
                assertThat(sinks.get(i).terminal())
                        .isEqualTo(new TokenEvent.Finished(FinishReason.LENGTH, new Usage(1 + i * 5, 0, 1 + i)));
                assertThat(sinks.get(i).ids()).isEqualTo(expected(prompt(1 + i * 5, i), 1 + i));
            }
            fixture.awaitIdle();
            NodeSnapshot.Counters counters = fixture.countersAfter(30);
            assertThat(counters.ends().finished()).isEqualTo(30);
            assertThat(counters.steps().mixed()).isPositive();
            assertThat(counters.steps().decodeTokens()).isEqualTo(29 * 30 / 2);
        }
    }

    @Test
    void aStopTokenIsReportedAndEndsTheReply() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, FakeExecutor.free(), 200);
            List<Integer> ids = expected(prompt(9, 1), 20);
            int stop = ids.get(4);
            RecordingSink sink = fixture.submit(request(1, prompt(9, 1), 20, List.of(stop), false));
            int count = ids.indexOf(stop) + 1;
            assertThat(sink.terminal()).isEqualTo(new TokenEvent.Finished(FinishReason.STOP, new Usage(9, 0, count)));
            assertThat(sink.ids()).isEqualTo(ids.subList(0, count));
        }
    }

    @Test
    void aPromptIsScoredWithoutAGapBeforeTheFirstToken() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, FakeExecutor.free(), 200);
            List<Integer> prompt = prompt(50, 3);
            RecordingSink sink = fixture.submit(request(1, prompt, 2, List.of(), true));
            sink.terminal();
            assertThat(sink.promptScores().stream().map(TokenScore::id)).isEqualTo(prompt.subList(1, 50));
            for (int i = 1; i < 50; i++) {
                assertThat(sink.promptScores().get(i - 1).logprob())
                        .isEqualTo(FakeExecutor.after(prompt.subList(0, i)).logprob());
            }
            assertThat(sink.ids()).isEqualTo(expected(prompt, 2));
        }
    }

    @Test
    void withNothingToGenerateThePromptAloneIsScored() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, FakeExecutor.free(), 200);
            RecordingSink scored = fixture.submit(request(1, prompt(20, 1), 0, List.of(), true));
            RecordingSink plain = fixture.submit(request(1, prompt(20, 1), 0));
            RecordingSink single = fixture.submit(request(1, prompt(1, 1), 0, List.of(), true));
            for (RecordingSink sink : List.of(scored, plain, single)) {
                assertThat(sink.terminal()).isInstanceOf(TokenEvent.Finished.class);
                assertThat(sink.tokens()).isEmpty();
            }
            assertThat(scored.promptScores()).hasSize(19);
            assertThat(plain.promptScores()).isEmpty();
        }
    }

    @Test
    void withoutCreditASequenceKeepsItsPlaceAndGoesOnWhenItIsPaid() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, FakeExecutor.free(), 200);
            RecordingSink slow = new RecordingSink();
            TokenStream stream = fixture.engine.submit(request(1, prompt(5, 1), 6), 2, slow);
            RecordingSink other = fixture.submit(request(1, prompt(5, 2), 50));
            other.terminal();
            Awaitility.await().until(() -> slow.tokens().size() == 2);
            Awaitility.await().until(() -> fixture.engine.view().load().runningSequences() == 1);
            stream.credit(1);
            Awaitility.await().until(() -> slow.tokens().size() == 3);
            assertThat(slow.isEnded()).isFalse();
            stream.credit(3);
            slow.terminal();
            assertThat(slow.ids()).isEqualTo(expected(prompt(5, 1), 6));
        }
    }

    @Test
    void aCancelDuringPrefillFreesTheBlocksWhenTheStepEnds() throws InterruptedException {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            FakeExecutor executor = FakeExecutor.stepwise();
            fixture.attach(1, executor, 200);
            RecordingSink sink = new RecordingSink();
            TokenStream stream = fixture.engine.submit(request(1, prompt(500, 1), 10), 10, sink);
            executor.allow(2);
            executor.awaitBegun(3);
            stream.cancel();
            executor.allow(1);
            assertThat(sink.terminal()).isEqualTo(new TokenEvent.Cancelled(new Usage(500, 0, 0)));
            fixture.awaitIdle();
            assertThat(executor.steps()).isEqualTo(3);
            executor.allow(1000);
        }
    }

    @Test
    void aCancelDuringDecodeSendsNoFurtherToken() throws InterruptedException {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            FakeExecutor executor = FakeExecutor.stepwise();
            fixture.attach(1, executor, 200);
            RecordingSink sink = new RecordingSink();
            TokenStream stream = fixture.engine.submit(request(1, prompt(3, 1), 100), 100, sink);
            executor.allow(4);
            executor.awaitBegun(5);
            stream.cancel();
            stream.cancel();
            executor.allow(1000);
            assertThat(sink.terminal()).isEqualTo(new TokenEvent.Cancelled(new Usage(3, 0, 4)));
            assertThat(sink.tokens()).hasSize(4);
            fixture.awaitIdle();
        }
    }

    @Test
    void oneWhoWaitsCanBeCancelledToo() throws InterruptedException {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            FakeExecutor executor = FakeExecutor.stepwise();
            fixture.attach(1, executor, 2);
            RecordingSink first = fixture.submit(request(1, prompt(20, 1), 5));
            RecordingSink second = new RecordingSink();
            TokenStream waiting = fixture.engine.submit(request(1, prompt(20, 2), 5), 5, second);
            executor.awaitBegun(1);
            waiting.cancel();
            executor.allow(1000);
            assertThat(second.terminal()).isInstanceOf(TokenEvent.Cancelled.class);
            assertThat(first.terminal()).isInstanceOf(TokenEvent.Finished.class);
        }
    }

    @Test
    void aSmallPoolServesEverybodyInTurn() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, FakeExecutor.free(), 3);
            List<RecordingSink> sinks = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                sinks.add(fixture.submit(request(1, prompt(20 + i, i), 8)));
            }
            for (int i = 0; i < 20; i++) {
                sinks.get(i).terminal();
                assertThat(sinks.get(i).ids()).isEqualTo(expected(prompt(20 + i, i), 8));
            }
            fixture.awaitIdle();
        }
    }

    @Test
    void whatNeverFitsIsToldAndTheNextGoesOn() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, FakeExecutor.free(), 3);
            RecordingSink large = fixture.submit(request(1, prompt(60, 1), 8));
            RecordingSink small = fixture.submit(request(1, prompt(10, 1), 8));
            assertThat(large.terminal())
                    .isInstanceOfSatisfying(
                            TokenEvent.Failed.class,
                            failed -> assertThat(failed.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY));
            assertThat(small.terminal()).isInstanceOf(TokenEvent.Finished.class);
        }
    }

    @Test
    void aFullQueueRefusesAndNamesItsLimit() throws InterruptedException {
        try (EngineFixture fixture = new EngineFixture(new EngineLimits(4, 2, 1, 3, 4))) {
            FakeExecutor executor = FakeExecutor.stepwise();
            fixture.attach(1, executor, 100);
            List<RecordingSink> sinks = new ArrayList<>();
            sinks.add(fixture.submit(request(1, prompt(5, 0), 2)));
            executor.awaitBegun(1);
            for (int i = 0; i < 3; i++) {
                sinks.add(fixture.submit(request(1, prompt(5, i), 2)));
            }
            assertThatThrownBy(() -> fixture.submit(request(1, prompt(5, 9), 2)))
                    .isInstanceOfSatisfying(
                            ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED))
                    .hasMessageContaining("3 requests wait");
            executor.allow(1000);
            sinks.forEach(sink -> assertThat(sink.terminal()).isInstanceOf(TokenEvent.Finished.class));
            fixture.awaitIdle();
        }
    }

    @Test
    void severalModelsTakeTurns() throws InterruptedException {
        AtomicLong clock = new AtomicLong();
        EngineLimits limits = LIMITS.withTurnSeconds(0);
        try (EngineFixture fixture = new EngineFixture(limits, Set.of(), () -> clock.addAndGet(1_000_000))) {
            List<Integer> order = Collections.synchronizedList(new ArrayList<>());
            List<RecordingSink> sinks = new ArrayList<>();
            FakeExecutor first = FakeExecutor.stepwise();
            for (int model = 1; model <= 3; model++) {
                FakeExecutor executor = model == 1 ? first : FakeExecutor.free();
                int number = model;
                executor.onStep(_ -> order.add(number));
                fixture.attach(model, executor, 100);
            }
            sinks.add(fixture.submit(request(1, prompt(30, 1), 40)));
            first.awaitBegun(1);
            sinks.add(fixture.submit(request(2, prompt(30, 2), 40)));
            sinks.add(fixture.submit(request(3, prompt(30, 3), 40)));
            first.allow(1000);
            for (int model = 1; model <= 3; model++) {
                sinks.get(model - 1).terminal();
                assertThat(sinks.get(model - 1).ids()).isEqualTo(expected(prompt(30, model), 40));
            }
            for (int turn = 0; turn < 30; turn += 3) {
                assertThat(order.subList(turn, turn + 3)).containsExactlyInAnyOrder(1, 2, 3);
            }
        }
    }
}
