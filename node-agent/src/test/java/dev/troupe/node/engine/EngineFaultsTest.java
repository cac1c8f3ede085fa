package dev.troupe.node.engine;

import static dev.troupe.node.engine.EngineFixture.expected;
import static dev.troupe.node.engine.EngineFixture.prompt;
import static dev.troupe.node.engine.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class EngineFaultsTest {
    private static final EngineLimits LIMITS = new EngineLimits(64, 7, 8, 100, 16);

    @Test
    void aFailingStepFailsItsSequencesAndTheEngineGoesOn() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            FakeExecutor executor = FakeExecutor.free();
            executor.onStep(input -> {
                if (input.slices().stream().anyMatch(slice -> slice.tokens()[0] == 13)) {
                    throw new IllegalArgumentException("13 is unlucky");
                }
            });
            fixture.attach(1, executor, 100);
            RecordingSink unlucky = fixture.submit(request(1, List.of(13, 1, 2), 5));
            assertFailed(unlucky, ErrorCode.INTERNAL, "13 is unlucky");
            RecordingSink next = fixture.submit(request(1, List.of(12, 1, 2), 5));
            next.terminal();
            assertThat(next.ids()).isEqualTo(expected(List.of(12, 1, 2), 5));
            fixture.awaitIdle();
            assertThat(fixture.countersAfter(2).ends().failed()).isEqualTo(1);
        }
    }

    @Test
    void aRowThatIsNotFiniteFailsItsSequenceAlone() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            StepExecutor executor = input -> () -> new StepExecutor.Done(input.slices().stream()
                    .map(slice -> slice.asks().stream()
                            .<Answer>map(_ -> slice.tokens()[0] == 13
                                    ? new Answer.NotFinite()
                                    : new Answer.Scored(FakeExecutor.after(List.of(1))))
                            .toList())
                    .toList());
            fixture.attach(1, executor, 100);
            RecordingSink broken = fixture.submit(request(1, List.of(13), 5));
            RecordingSink whole = fixture.submit(request(1, List.of(12), 5));
            assertFailed(broken, ErrorCode.NUMERICS_FAILED, "after position 0");
            assertThat(whole.terminal()).isInstanceOf(TokenEvent.Finished.class);
        }
    }

    @Test
    void aRowOfWhichNothingIsLeftFailsItsSequenceWithAReason() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            StepExecutor executor = input -> () -> new StepExecutor.Done(input.slices().stream()
                    .map(slice -> slice.asks().stream()
                            .<Answer>map(_ -> new Answer.NothingLeft())
                            .toList())
                    .toList());
            fixture.attach(1, executor, 100);
            RecordingSink banned = fixture.submit(request(1, List.of(13), 5));
            assertFailed(banned, ErrorCode.INVALID_REQUEST, "after position 0 no token can be chosen");
        }
    }

    @Test
    void aBrokenInvariantStopsTheEngineAndNobodyIsLeftWaiting() {
        try (EngineFixture fixture = new EngineFixture(new EngineLimits(64, 7, 1, 100, 16))) {
            fixture.attach(1, _ -> () -> new StepExecutor.Done(List.of()), 100);
            List<RecordingSink> sinks = new ArrayList<>();
            try {
                for (int i = 0; i < 5; i++) {
                    sinks.add(fixture.submit(request(1, prompt(5, i), 5)));
                }
            } catch (ServingException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL);
            }
            sinks.forEach(sink -> assertFailed(sink, ErrorCode.INTERNAL, "broken invariant"));
            assertThatThrownBy(() -> fixture.submit(request(1, prompt(5, 1), 5)))
                    .isInstanceOf(ServingException.class)
                    .hasMessageContaining("broken invariant");
            assertThat(fixture.engine.stopReason())
                    .hasValueSatisfying(why -> assertThat(why).contains("broken invariant"));
        }
    }

    @Test
    void whoEndedInTheStepThatBrokeTheInvariantHearsOneEndOnly() {
        int stop = 7;
        CountDownLatch both = new CountDownLatch(1);
        StepExecutor executor = input -> () -> {
            awaitOpen(both);
            boolean alone = input.slices().size() == 1;
            List<Answer> first = List.of(new Answer.Scored(new TokenScore(alone ? 1 : stop, -1f, List.of())));
            return new StepExecutor.Done(alone ? List.of(first) : List.of(first, List.of()));
        };
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, executor, 100);
            RecordingSink ended = fixture.submit(request(1, List.of(1), 1000, List.of(stop), false));
            RecordingSink broken = fixture.submit(request(1, List.of(2), 5));
            both.countDown();
            assertFailed(broken, ErrorCode.INTERNAL, "broken invariant");
            assertThat(ended.terminal()).isInstanceOf(TokenEvent.Finished.class);
            fixture.engine.close();
            assertThat(fixture.engine.view().counters().ends().finished()).isEqualTo(1);
            assertThat(fixture.engine.view().counters().ends().failed()).isEqualTo(1);
        }
    }

    @Test
    void anErrorOfTheMachineIsNeverSilence() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            FakeExecutor executor = FakeExecutor.free();
            executor.onStep(_ -> {
                throw new StackOverflowError("deep");
            });
            fixture.attach(1, executor, 100);
            assertFailed(fixture.submit(request(1, prompt(5, 1), 5)), ErrorCode.INTERNAL, "deep");
        }
    }

    @Test
    void closingFailsWhoRunsAndWhoWaits() throws InterruptedException {
        List<RecordingSink> sinks = new ArrayList<>();
        EngineFixture fixture = new EngineFixture(new EngineLimits(64, 7, 1, 100, 16));
        FakeExecutor executor = FakeExecutor.stepwise();
        try (fixture) {
            fixture.attach(1, executor, 100);
            for (int i = 0; i < 4; i++) {
                sinks.add(fixture.submit(request(1, prompt(5, i), 50)));
            }
            executor.awaitBegun(1);
            // Closed while the first step is under way, which only then may end.
            Thread closer = Thread.ofPlatform().start(fixture::close);
            Awaitility.await().until(() -> fixture.engine.stopReason().isPresent());
            executor.allow(1000);
            closer.join();
        }
        sinks.forEach(sink -> assertFailed(sink, ErrorCode.SHUTTING_DOWN, "shutting down"));
        assertThatThrownBy(() -> fixture.submit(request(1, prompt(5, 1), 5)))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SHUTTING_DOWN));
    }

    @Test
    void aReleasedModelsSequencesFailAndAnotherModelsGoOn() throws InterruptedException {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            FakeExecutor executor = FakeExecutor.stepwise();
            fixture.attach(1, executor, 100);
            fixture.attach(2, FakeExecutor.free(), 100);
            RecordingSink lost = fixture.submit(request(1, prompt(50, 1), 50));
            executor.awaitBegun(1);
            RecordingSink kept = fixture.submit(request(2, prompt(50, 1), 50));
            executor.allow(1);
            executor.awaitBegun(1);
            executor.allow(1);
            executor.allow(1000);
            fixture.detach(1);
            assertThat(lost.terminal()).isInstanceOf(TokenEvent.Terminal.class);
            kept.terminal();
            assertThat(kept.ids()).isEqualTo(expected(prompt(50, 1), 50));
            assertFailed(fixture.submit(request(1, prompt(5, 1), 5)), ErrorCode.MODEL_UNAVAILABLE, "released");
        }
    }

    @Test
    void aSinkThatThrowsLosesItsRequestAndNobodyElses() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            fixture.attach(1, FakeExecutor.free(), 100);
            fixture.engine.submit(request(1, prompt(5, 1), 50), 100, _ -> {
                throw new IllegalStateException("broken reader");
            });
            RecordingSink other = fixture.submit(request(1, prompt(5, 2), 50));
            other.terminal();
            assertThat(other.ids()).isEqualTo(expected(prompt(5, 2), 50));
            fixture.awaitIdle();
        }
    }

    @Test
    void whileOneModelWaitsForItsWeightsAnotherGoesOn() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            GatedExecutor gated = new GatedExecutor(fixture.adopt(FakeExecutor.free()));
            fixture.attach(1, gated, 100);
            fixture.attach(2, FakeExecutor.free(), 100);
            RecordingSink loading = fixture.submit(request(1, prompt(9, 1), 5));
            RecordingSink ready = fixture.submit(request(2, prompt(9, 2), 5));
            assertThat(ready.terminal()).isInstanceOf(TokenEvent.Finished.class);
            assertThat(loading.isEnded()).isFalse();
            gated.open = true;
            fixture.engine.wake();
            loading.terminal();
            assertThat(loading.ids()).isEqualTo(expected(prompt(9, 1), 5));
        }
    }

    @Test
    void aCancelWhileTheWeightsAreStillComingFreesTheBlocks() {
        try (EngineFixture fixture = new EngineFixture(LIMITS)) {
            GatedExecutor gated = new GatedExecutor(fixture.adopt(FakeExecutor.free()));
            fixture.attach(1, gated, 100);
            RecordingSink gone = new RecordingSink();
            var stream = fixture.engine.submit(request(1, prompt(9, 1), 5), 5, gone);
            RecordingSink stays = fixture.submit(request(1, prompt(9, 2), 5));
            stream.cancel();
            assertThat(gone.terminal()).isInstanceOf(TokenEvent.Cancelled.class);
            gated.open = true;
            fixture.engine.wake();
            stays.terminal();
            assertThat(stays.ids()).isEqualTo(expected(prompt(9, 2), 5));
        }
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertFailed(RecordingSink sink, ErrorCode code, String part) {
        assertThat(sink.terminal()).isInstanceOfSatisfying(TokenEvent.Failed.class, failed -> {
            assertThat(failed.code()).isEqualTo(code);
            assertThat(failed.message()).contains(part);
        });
    }

    /// Parks every step until it is opened.
    private static final class GatedExecutor implements StepExecutor {
        private final StepExecutor inner;
        volatile boolean open;

        GatedExecutor(StepExecutor inner) {
            this.inner = inner;
        }

        @Override
        public StepRun begin(StepInput input) {
            StepRun run = inner.begin(input);
            return () -> open ? run.advance() : new Waiting(0);
        }
    }
}
