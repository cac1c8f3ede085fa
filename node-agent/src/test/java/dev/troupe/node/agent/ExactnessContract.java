package dev.troupe.node.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.node.engine.EngineLimits;
import dev.troupe.node.engine.RecordingSink;
import dev.troupe.node.model.TestImage;
import dev.troupe.node.residency.MemoryLimits;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.TokenStream;
import dev.troupe.protocol.node.NodeSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A reply is a pure function of its request, on any device: tokens and the bits of their
/// log-probabilities are those of the same request alone on a fresh node.
abstract class ExactnessContract {
    private static final int REQUESTS = 24;
    private static final EngineLimits ALONE = new EngineLimits(65, 64, 8, 64, 16);

    abstract Device device();

    /// Everything of a reply that must repeat: ids, log-probability bits, alternatives, the prompt's.
    private record Reply(List<TokenScore> tokens, List<TokenScore> promptScores, TokenEvent.Terminal terminal) {
        static Reply of(RecordingSink sink) {
            TokenEvent.Terminal terminal = sink.terminal();
            return new Reply(sink.tokens(), sink.promptScores(), terminal);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64})
    void aBatchOfAnySliceGivesTheBitsOfEachRequestAlone(int slice) {
        EngineLimits crowded = new EngineLimits(40, slice, 16, 64, 20);
        compare(TestImage.of(WeightFormat.Q8_0, true, 1), crowded, MemoryLimits.defaults());
    }

    @ParameterizedTest
    @EnumSource(WeightFormat.class)
    void everyFormatGivesTheSameBitsInABatch(WeightFormat format) {
        EngineLimits crowded = new EngineLimits(30, 11, 16, 64, 20);
        compare(TestImage.of(format, false, 2), crowded, MemoryLimits.defaults());
    }

    @Test
    void aSmallPoolChangesNoBit() {
        EngineLimits crowded = new EngineLimits(30, 11, 16, 64, 20);
        compare(
                TestImage.of(WeightFormat.Q4_1, true, 3),
                crowded,
                MemoryLimits.defaults().withMaxBlocks(9));
    }

    @Test
    void cancelsInFlightChangeNoBitOfTheOthers() {
        TestImage image = TestImage.of(WeightFormat.Q4_0, true, 4);
        List<GenerationRequest> requests = requests(image);
        List<Reply> alone = alone(image, requests);
        try (Node node = new Node(device(), image, new EngineLimits(30, 11, 16, 64, 20), MemoryLimits.defaults())) {
            List<RecordingSink> sinks = new ArrayList<>();
            List<TokenStream> streams = new ArrayList<>();
            for (GenerationRequest request : requests) {
                RecordingSink sink = new RecordingSink();
                streams.add(node.agent().client().generate(request, 1000, sink));
                sinks.add(sink);
            }
            for (int i = 0; i < streams.size(); i += 3) {
                streams.get(i).cancel();
            }
            for (int i = 0; i < sinks.size(); i++) {
                Reply reply = Reply.of(sinks.get(i));
                List<TokenScore> expected = alone.get(i).tokens();
                assertThat(reply.tokens())
                        .isEqualTo(expected.subList(0, reply.tokens().size()));
                assertThat(i % 3 == 0 || reply.equals(alone.get(i))).isTrue();
            }
            node.awaitIdle();
        }
    }

    private void compare(TestImage image, EngineLimits limits, MemoryLimits memory) {
        List<GenerationRequest> requests = requests(image);
        List<Reply> alone = alone(image, requests);
        try (Node node = new Node(device(), image, limits, memory)) {
            List<RecordingSink> sinks = requests.stream().map(node::submit).toList();
            for (int i = 0; i < requests.size(); i++) {
                assertThat(Reply.of(sinks.get(i))).as("request %d", i).isEqualTo(alone.get(i));
            }
            node.awaitIdle();
            NodeSnapshot.Steps steps = node.agent().snapshot().counters().steps();
            assertThat(steps.mixed()).isPositive();
            assertThat(steps.decodeTokens() + steps.prefillTokens()).isGreaterThan(2 * steps.count());
        }
    }

    /// Each on a node of its own, one after another.
    private List<Reply> alone(TestImage image, List<GenerationRequest> requests) {
        List<Reply> replies = new ArrayList<>();
        for (GenerationRequest request : requests) {
            try (Node node = new Node(device(), image, ALONE, MemoryLimits.defaults())) {
                replies.add(Reply.of(node.submit(request)));
            }
        }
        return replies;
    }

    private static List<GenerationRequest> requests(TestImage image) {
        TestRequests draw = new TestRequests(image.digest(), TestImage.spec().vocabularySize());
        return IntStream.range(0, REQUESTS)
                .mapToObj(i -> draw.draw(i, i == 0 ? 120 : 40, 12))
                .toList();
    }
}
