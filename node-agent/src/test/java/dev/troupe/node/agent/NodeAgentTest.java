package dev.troupe.node.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.kernel.reference.ReferenceDevice;
import dev.troupe.node.engine.EngineLimits;
import dev.troupe.node.engine.RecordingSink;
import dev.troupe.node.model.TestImage;
import dev.troupe.node.residency.ImageSource;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.node.ModelResidence;
import dev.troupe.protocol.node.ModelResidence.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class NodeAgentTest {
    private static final NodeConfig CONFIG =
            NodeConfig.defaults("test").withEngine(new EngineLimits(65, 64, 8, 64, 16));

    private final TestImage image = TestImage.of(WeightFormat.Q8_0, true, 1);
    private final TestRequests requests =
            new TestRequests(image.digest(), TestImage.spec().vocabularySize());

    @Test
    void whileLaterLayersAreStillComingEarlierOnesRunAlready() {
        GatedSource source = new GatedSource(image.open());
        OpCounter ops = new OpCounter(new ReferenceDevice(128L << 20));
        try (Node node = new Node(ops.device(), CONFIG, (ImageSource) _ -> source)) {
            node.agent().ensure(image.digest());
            RecordingSink sink = node.submit(requests.greedy(List.of(1, 2, 3), 4));
            int chunksOfFirstLayer =
                    (int) Math.ceilDiv(source.manifest().gateEnds().get(1), (long)
                            source.manifest().chunks().get(0).bytes());
            source.allow(chunksOfFirstLayer);
            Awaitility.await().until(() -> ops.count("attend") == 1);
            assertThat(node.agent().snapshot().models().getFirst().state()).isEqualTo(State.LOADING);
            assertThat(node.agent().snapshot().models().getFirst().progress()).isBetween(0.01, 0.99);
            assertThat(sink.tokens()).isEmpty();
            source.allowAll();
            assertThat(sink.terminal()).isInstanceOf(TokenEvent.Finished.class);
            assertThat(ops.count("attend")).isEqualTo(4 * 3);
            node.awaitState(image.digest(), State.READY);
            assertThat(source.isClosed()).isTrue();
        }
    }

    /// The image has 3 layers of 4 products, q, k and v in one.
    @Test
    void theLastLayerComputesKeysAndValuesForAllRowsAndTheRestForThoseWithAsks() {
        OpCounter ops = new OpCounter(new ReferenceDevice(128L << 20));
        try (Node node = new Node(ops.device(), image, CONFIG.engine(), CONFIG.memory())) {
            RecordingSink sink = node.submit(requests.greedy(List.of(1, 2, 3, 4, 5), 1));
            assertThat(sink.terminal()).isInstanceOf(TokenEvent.Finished.class);
            assertThat(ops.linears(5)).isEqualTo(2 * 4 + 1);
            assertThat(ops.linears(1)).isEqualTo(3 + 1);
        }
    }

    @Test
    void aBrokenChunkFailsTheModelAndWhoWaitsForItAndKeepsNothing() {
        GatedSource source = new GatedSource(image.open());
        try (Node node = node(_ -> source)) {
            node.agent().ensure(image.digest());
            RecordingSink sink = node.submit(requests.greedy(List.of(1, 2, 3), 4));
            source.allow(3);
            source.breakNext();
            assertFailed(sink, ErrorCode.MODEL_UNAVAILABLE, "bad CRC32C");
            node.awaitState(image.digest(), State.FAILED);
            assertThat(node.agent().snapshot().models().getFirst().detail()).contains("bad CRC32C");
            assertRefused(() -> node.submit(requests.greedy(List.of(1), 1)), ErrorCode.MODEL_UNAVAILABLE, "bad CRC32C");
            Awaitility.await().until(() -> node.device().memory().committedBytes() == 0);
            assertThat(source.isClosed()).isTrue();
        }
    }

    @Test
    void anErrorOfTheMachineDuringALoadFailsTheModelAndWhoWaitsForIt() {
        GatedSource source = new GatedSource(image.open());
        try (Node node = node(_ -> source)) {
            node.agent().ensure(image.digest());
            RecordingSink sink = node.submit(requests.greedy(List.of(1, 2, 3), 4));
            source.runOutOfMemory();
            assertFailed(sink, ErrorCode.MODEL_UNAVAILABLE, "no room for chunk 0");
            node.awaitState(image.digest(), State.FAILED);
            Awaitility.await().until(() -> node.device().memory().committedBytes() == 0);
        }
    }

    @Test
    void aFailedModelCanBeWishedAgain() {
        AtomicInteger opened = new AtomicInteger();
        try (Node node = node(_ -> {
            GatedSource source = new GatedSource(image.open());
            if (opened.incrementAndGet() == 1) {
                source.breakNext();
            } else {
                source.allowAll();
            }
            return source;
        })) {
            node.agent().ensure(image.digest());
            node.awaitState(image.digest(), State.FAILED);
            node.agent().ensure(image.digest());
            assertThat(node.submit(requests.greedy(List.of(1), 3)).terminal()).isInstanceOf(TokenEvent.Finished.class);
        }
    }

    @Test
    void wishingTwiceLoadsOnce() {
        AtomicInteger opened = new AtomicInteger();
        try (Node node = node(_ -> {
            opened.incrementAndGet();
            return image.open();
        })) {
            node.agent().ensure(image.digest());
            node.agent().ensure(image.digest());
            node.awaitState(image.digest(), State.READY);
            node.agent().ensure(image.digest());
            assertThat(opened).hasValue(1);
        }
    }

    @Test
    void callersAtTheSameTimeShareOneLoad() throws InterruptedException {
        AtomicInteger opened = new AtomicInteger();
        try (Node node = node(_ -> {
            opened.incrementAndGet();
            return image.open();
        })) {
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                callers.add(Thread.ofPlatform().start(() -> node.agent().ensure(image.digest())));
            }
            for (Thread caller : callers) {
                caller.join();
            }
            assertThat(node.submit(requests.greedy(List.of(1), 3)).terminal()).isInstanceOf(TokenEvent.Finished.class);
            assertThat(opened).hasValue(1);
        }
    }

    @Test
    void twoModelsOnOneDeviceDoNotDisturbEachOther() {
        TestImage other = TestImage.of(WeightFormat.Q4_0, true, 9);
        TestRequests others = new TestRequests(other.digest(), TestImage.spec().vocabularySize());
        List<Integer> alone = alone(_ -> image.open());
        try (Node node = node(digest -> digest.equals(image.digest()) ? image.open() : other.open())) {
            node.agent().ensure(image.digest());
            node.agent().ensure(other.digest());
            RecordingSink first = node.submit(requests.greedy(List.of(1, 2, 3), 20));
            RecordingSink second = node.submit(others.greedy(List.of(1, 2, 3), 20));
            first.terminal();
            second.terminal();
            assertThat(first.ids()).isEqualTo(alone).isNotEqualTo(second.ids());
            assertThat(node.agent().snapshot().models()).hasSize(2);
        }
    }

    @Test
    void aModelThatIsNotHereIsRefused() {
        try (Node node = node(_ -> {
            throw ServingException.of(ErrorCode.MODEL_NOT_FOUND, "no such model");
        })) {
            assertRefused(
                    () -> node.submit(requests.greedy(List.of(1), 1)), ErrorCode.MODEL_NOT_FOUND, "does not hold");
            assertRefused(() -> node.agent().ensure(image.digest()), ErrorCode.MODEL_NOT_FOUND, "no such model");
        }
    }

    @Test
    void anImageThatCannotBeOpenedIsUnavailable() {
        try (Node node = node(_ -> {
            throw new IOException("disk on fire");
        })) {
            assertRefused(() -> node.agent().ensure(image.digest()), ErrorCode.MODEL_UNAVAILABLE, "disk on fire");
        }
    }

    @Test
    void aModelThatDoesNotFitIsRefusedWithTheNumbersAndKeepsNothing() {
        try (Node node =
                new Node(new ReferenceDevice(DeviceMemory.PAGE_BYTES), CONFIG, (ImageSource) _ -> image.open())) {
            assertRefused(() -> node.agent().ensure(image.digest()), ErrorCode.OUT_OF_MEMORY, "workspace needs");
            assertThat(node.device().memory().committedBytes()).isZero();
            assertThat(node.agent().snapshot().models()).isEmpty();
        }
    }

    @Test
    void loadingAndReleasingManyTimesLeavesNothingBehind() {
        try (Node node = node(_ -> image.open())) {
            for (int i = 0; i < 40; i++) {
                node.agent().ensure(image.digest());
                if (i % 3 == 0) {
                    node.submit(requests.greedy(List.of(1, 2), 2));
                }
                node.agent().release(image.digest());
                assertThat(node.device().memory().committedBytes()).isZero();
                assertThat(node.agent().snapshot().memory().freeBytes())
                        .isEqualTo(node.device().memory().capacityBytes());
            }
        }
    }

    @Test
    void aReleaseEndsWhatRunsOnTheModelAndALoadUnderWay() {
        GatedSource source = new GatedSource(image.open());
        try (Node node = node(_ -> source)) {
            node.agent().ensure(image.digest());
            RecordingSink sink = node.submit(requests.greedy(List.of(1, 2, 3), 4));
            source.allow(2);
            Thread release = Thread.ofPlatform().start(() -> node.agent().release(image.digest()));
            source.allowAll();
            Awaitility.await().until(() -> !release.isAlive());
            assertThat(sink.terminal()).isInstanceOf(TokenEvent.Terminal.class);
            assertThat(node.device().memory().committedBytes()).isZero();
            node.agent().release(image.digest());
        }
    }

    @Test
    void closingTellsEverybodyAndRefusesTheNext() {
        RecordingSink sink;
        Node node = node(_ -> image.open());
        try (node) {
            node.agent().ensure(image.digest());
            sink = node.submit(requests.greedy(List.of(1, 2, 3), 900));
            Awaitility.await().until(() -> !sink.tokens().isEmpty());
        }
        assertFailed(sink, ErrorCode.SHUTTING_DOWN, "shutting down");
        assertRefused(() -> node.submit(requests.greedy(List.of(1), 1)), ErrorCode.SHUTTING_DOWN, "shutting down");
        assertRefused(() -> node.agent().ensure(image.digest()), ErrorCode.SHUTTING_DOWN, "shutting down");
        node.agent().close();
    }

    @Test
    void aSequenceWithANumberThatIsNotFiniteFailsAndItsNeighbourDoesNot() {
        TestImage poisoned = TestImage.of(WeightFormat.F32, true, 5).poison(17);
        TestRequests draw = new TestRequests(poisoned.digest(), TestImage.spec().vocabularySize());
        try (Node node = node(_ -> poisoned.open())) {
            node.agent().ensure(poisoned.digest());
            RecordingSink broken = node.submit(draw.greedy(List.of(1, 17, 2), 4));
            RecordingSink whole = node.submit(draw.greedy(List.of(1, 16, 2), 4));
            assertFailed(broken, ErrorCode.NUMERICS_FAILED, "NaN or infinity");
            assertThat(whole.terminal()).isInstanceOf(TokenEvent.Finished.class);
        }
    }

    @Test
    void theSnapshotTellsWhatIsHere() {
        try (Node node = node(_ -> image.open())) {
            node.agent().ensure(image.digest());
            node.awaitState(image.digest(), State.READY);
            node.submit(requests.greedy(List.of(1, 2), 3)).terminal();
            node.awaitIdle();
            var snapshot = node.agent().client().snapshot();
            assertThat(snapshot.device()).isEqualTo("reference");
            assertThat(snapshot.models())
                    .containsExactly(new ModelResidence(
                            image.digest(), State.READY, 1.0, image.manifest().bytes(), ""));
            assertThat(snapshot.memory().weightBytes())
                    .isEqualTo(DeviceMemory.roundUp(image.manifest().bytes()));
            assertThat(snapshot.memory().workspaceBytes()).isPositive();
            assertThat(snapshot.counters().ends().finished()).isEqualTo(1);
            assertThat(snapshot.counters().steps().prefillTokens()).isEqualTo(2);
            assertThat(snapshot.counters().steps().decodeTokens()).isEqualTo(2);
        }
    }

    private List<Integer> alone(ImageSource images) {
        try (Node node = node(images)) {
            node.agent().ensure(image.digest());
            RecordingSink sink = node.submit(requests.greedy(List.of(1, 2, 3), 20));
            sink.terminal();
            return sink.ids();
        }
    }

    private static Node node(ImageSource images) {
        Device device = new ReferenceDevice(128L << 20);
        return new Node(device, CONFIG, images);
    }

    private static void assertFailed(RecordingSink sink, ErrorCode code, String part) {
        assertThat(sink.terminal()).isInstanceOfSatisfying(TokenEvent.Failed.class, failed -> {
            assertThat(failed.code()).isEqualTo(code);
            assertThat(failed.message()).contains(part);
        });
    }

    private static void assertRefused(ThrowingCallable call, ErrorCode code, String part) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(part);
    }
}
