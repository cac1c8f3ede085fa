package dev.troupe.node.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.node.engine.EngineFault;
import dev.troupe.node.engine.EngineLimits;
import dev.troupe.node.engine.RecordingSink;
import dev.troupe.node.model.TestImage;
import dev.troupe.node.model.TestSpecs;
import dev.troupe.node.residency.MemoryLimits;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.TokenStream;
import dev.troupe.protocol.generate.Usage;
import dev.troupe.protocol.node.NodeSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
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
            return new Reply(sink.tokens(), sink.promptScores(), uncached(terminal));
        }

        /// What a cache had is no part of the reply.
        private static TokenEvent.Terminal uncached(TokenEvent.Terminal terminal) {
            if (terminal instanceof TokenEvent.Finished(FinishReason reason, Usage usage)) {
                assertThat(usage.cachedTokens()).isLessThan(usage.promptTokens());
                return new TokenEvent.Finished(reason, new Usage(usage.promptTokens(), 0, usage.completionTokens()));
            }
            return terminal;
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

    /// Windows, capped scores and norms everywhere, with prefix hits and preemptions.
    @ParameterizedTest
    @ValueSource(ints = {7, 64})
    void aModelWithEveryRuleGivesTheSameBitsInABatch(int slice) {
        TestImage image = TestImage.of(TestSpecs.ALL.spec(), WeightFormat.Q8_0, true, 12);
        EngineLimits crowded = new EngineLimits(Math.max(30, slice), slice, 16, 64, 20);
        compare(image, crowded, MemoryLimits.defaults());
        NodeSnapshot.Counters counters =
                compare(image, sharing(image), crowded, MemoryLimits.defaults().withMaxBlocks(14));
        assertThat(counters.prefixCache().hits()).isPositive();
        assertThat(counters.preemptions().count()).isPositive();
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

    /// EN-15: a prefix hit may end anywhere in a slice, and a slice anywhere in a block.
    @ParameterizedTest
    @ValueSource(ints = {1, 16, 64, 512})
    void en15ASliceOfAnySizeAfterAPrefixOfAnyLengthGivesTheSameBits(int slice) {
        TestImage image = TestImage.of(WeightFormat.Q8_0, true, 6);
        EngineLimits crowded = new EngineLimits(Math.max(40, slice), slice, 16, 64, 20);
        NodeSnapshot.Counters counters = compare(image, sharing(image), crowded, MemoryLimits.defaults());
        assertThat(counters.prefixCache().hits()).isGreaterThan(REQUESTS / 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 14, 40})
    void sharedPrefixesAndPreemptionsInASmallPoolChangeNoBit(int blocks) {
        TestImage image = TestImage.of(WeightFormat.Q4_1, true, 7);
        EngineLimits crowded = new EngineLimits(30, 11, 16, 64, 20);
        NodeSnapshot.Counters counters =
                compare(image, sharing(image), crowded, MemoryLimits.defaults().withMaxBlocks(blocks));
        assertThat(counters.prefixCache().hits()).isPositive();
        assertThat(blocks > 20 || counters.preemptions().count() > 0).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = EngineFault.class,
            names = {"PREFIX_WRONG_CHAIN", "SHARED_BLOCK_WRITTEN", "PREEMPT_FORGETS_TOKEN"})
    void aBrokenMechanismIsNoticed(EngineFault fault) {
        TestImage image = TestImage.of(WeightFormat.Q4_1, true, 7);
        List<GenerationRequest> requests = sharing(image);
        List<Reply> alone = alone(image, requests);
        NodeConfig config = new NodeConfig(
                "test",
                new EngineLimits(30, 11, 16, 64, 20),
                MemoryLimits.defaults().withMaxBlocks(14),
                Set.of(fault));
        try (Node node = new Node(device(), config, _ -> image.open())) {
            node.agent().ensure(image.digest());
            List<RecordingSink> sinks = requests.stream().map(node::submit).toList();
            long wrong = IntStream.range(0, requests.size())
                    .filter(i -> !Reply.of(sinks.get(i)).equals(alone.get(i)))
                    .count();
            assertThat(wrong).isPositive();
        }
    }

    @Test
    void twoModelsOnOneDeviceChangeNoBitOfEachOther() {
        List<TestImage> images =
                List.of(TestImage.of(WeightFormat.Q8_0, true, 8), TestImage.of(WeightFormat.Q4_0, false, 9));
        NodeConfig config = new NodeConfig(
                "test",
                new EngineLimits(30, 11, 16, 64, 20).withTurnSeconds(0.001),
                MemoryLimits.defaults().withMaxBlocks(14),
                Set.of());
        List<List<Reply>> alone =
                images.stream().map(image -> alone(image, sharing(image))).toList();
        try (Node node = new Node(
                device(),
                config,
                digest -> images.stream()
                        .filter(image -> image.digest().equals(digest))
                        .findFirst()
                        .orElseThrow()
                        .open())) {
            List<List<RecordingSink>> sinks = new ArrayList<>();
            for (TestImage image : images) {
                node.agent().ensure(image.digest());
                sinks.add(sharing(image).stream().map(node::submit).toList());
            }
            for (int model = 0; model < images.size(); model++) {
                for (int i = 0; i < REQUESTS; i++) {
                    assertThat(Reply.of(sinks.get(model).get(i)))
                            .isEqualTo(alone.get(model).get(i));
                }
            }
            node.awaitIdle();
        }
    }

    private void compare(TestImage image, EngineLimits limits, MemoryLimits memory) {
        compare(image, requests(image), limits, memory);
    }

    private NodeSnapshot.Counters compare(
            TestImage image, List<GenerationRequest> requests, EngineLimits limits, MemoryLimits memory) {
        List<Reply> alone = alone(image, requests);
        try (Node node = new Node(device(), image, limits, memory)) {
            List<RecordingSink> sinks = requests.stream().map(node::submit).toList();
            for (int i = 0; i < requests.size(); i++) {
                assertThat(Reply.of(sinks.get(i))).as("request %d", i).isEqualTo(alone.get(i));
            }
            node.awaitIdle();
            NodeSnapshot.Counters counters = node.agent().snapshot().counters();
            NodeSnapshot.Steps steps = counters.steps();
            assertThat(steps.mixed()).isPositive();
            assertThat(steps.decodeTokens() + steps.prefillTokens()).isGreaterThan(steps.count());
            return counters;
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

    /// Requests of one cache domain: beginnings of one text of any length, then something of their own;
    /// every third one is a sibling of the one before with another seed.
    private static List<GenerationRequest> sharing(TestImage image) {
        TestRequests draw = new TestRequests(image.digest(), TestImage.spec().vocabularySize());
        List<Integer> text = draw.prompt(new Random(1), 50);
        List<GenerationRequest> requests = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            Random random = new Random(i % 3 == 2 ? i - 1 : i);
            List<Integer> prompt = new ArrayList<>(text.subList(0, random.nextInt(50)));
            prompt.addAll(draw.prompt(random, 1 + random.nextInt(20)));
            requests.add(draw.sharing(prompt, 1 + random.nextInt(70), i));
        }
        return requests;
    }

    private static List<GenerationRequest> requests(TestImage image) {
        TestRequests draw = new TestRequests(image.digest(), TestImage.spec().vocabularySize());
        return IntStream.range(0, REQUESTS)
                .mapToObj(i -> draw.draw(i, i == 0 ? 120 : 40, 12))
                .toList();
    }
}
