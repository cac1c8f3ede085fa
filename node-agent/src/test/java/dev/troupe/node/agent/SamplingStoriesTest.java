package dev.troupe.node.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.node.engine.EngineLimits;
import dev.troupe.node.engine.RecordingSink;
import dev.troupe.node.model.TestImage;
import dev.troupe.node.residency.MemoryLimits;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.Penalties;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.ServingTarget;
import dev.troupe.protocol.generate.StopTokens;
import dev.troupe.protocol.generate.TokenEvent;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// How tokens are chosen, seen through a node's door.
class SamplingStoriesTest {
    private static final int TOKENS = 16;

    private final TestImage image = TestImage.of(WeightFormat.Q8_0, true, 9);
    private final TestRequests draw =
            new TestRequests(image.digest(), TestImage.spec().vocabularySize());
    private final Node node =
            new Node(TestDevices.REFERENCE.open(), image, EngineLimits.defaults(), MemoryLimits.defaults());

    @AfterEach
    void close() {
        node.close();
    }

    /// Bug EN-09: rows move when a shorter neighbour ends; each keeps its own seed and cuts.
    @Test
    void en09ANeighbourNeverChangesMySampling() {
        GenerationRequest mine = request(3, SamplingParams.drawn(1f, 0, 0.9f, 42L), StopTokens.of(List.of()));
        GenerationRequest greedy = request(3, SamplingParams.greedy(), StopTokens.of(List.of()));
        List<Integer> alone = ids(node.submit(mine));
        List<Integer> greedyAlone = ids(node.submit(greedy));
        assertThat(alone).hasSize(TOKENS).isNotEqualTo(greedyAlone);
        for (int round = 0; round < 4; round++) {
            List<RecordingSink> before = neighbours(round, 2);
            RecordingSink sink = node.submit(mine);
            RecordingSink greedySink = node.submit(greedy);
            List<RecordingSink> after = neighbours(10 + round, 2);
            assertThat(ids(sink)).isEqualTo(alone);
            assertThat(ids(greedySink)).isEqualTo(greedyAlone);
            before.forEach(RecordingSink::terminal);
            after.forEach(RecordingSink::terminal);
        }
    }

    /// Bug EN-10: each of several end tokens ends a reply, and `minTokens` holds all of them off.
    @Test
    void en10EveryEndTokenEndsAReplyAndNoneBeforeItsTime() {
        List<Integer> ends = List.of(2, 7, 9);
        for (int end : List.of(7, 9)) {
            SamplingParams sampling = biased(Map.of(end, 100f));
            RecordingSink sink = node.submit(request(1, sampling, StopTokens.of(ends)));
            assertThat(sink.terminal())
                    .isInstanceOfSatisfying(
                            TokenEvent.Finished.class,
                            finished -> assertThat(finished.reason()).isEqualTo(FinishReason.STOP));
            assertThat(sink.ids()).containsExactly(end);
        }
        SamplingParams all = biased(Map.of(2, 90f, 7, 100f, 9, 90f));
        List<Integer> late = ids(node.submit(request(1, all, new StopTokens(ends, 3))));
        assertThat(late).hasSize(4).endsWith(7);
        assertThat(late.subList(0, 3)).doesNotContainAnyElementsOf(ends);
        List<Integer> ignored = ids(node.submit(request(1, biased(Map.of(7, 100f)), StopTokens.of(List.of()))));
        assertThat(ignored).hasSize(TOKENS).containsOnly(7);
    }

    /// Bug EN-18: the head has rows behind the tokenizer's last token, and some of them would win.
    @Test
    void en18PaddingRowsOfTheVocabularyAreNeverChosen() {
        int tokens = 100;
        TestRequests small = new TestRequests(image.digest(), tokens);
        GenerationRequest greedy =
                request(small.prompt(new Random(5), 20), SamplingParams.greedy(), StopTokens.of(List.of()));
        assertThat(ids(node.submit(greedy))).anyMatch(id -> id >= tokens);
        image.padFrom(tokens);
        try (Node padded =
                new Node(TestDevices.REFERENCE.open(), image, EngineLimits.defaults(), MemoryLimits.defaults())) {
            assertThat(ids(padded.submit(greedy))).hasSize(TOKENS).allMatch(id -> id < tokens);
            SamplingParams hot = SamplingParams.drawn(2f, 0, 1f, 7L);
            GenerationRequest drawn = request(greedy.promptTokens(), hot, StopTokens.of(List.of()));
            assertThat(ids(padded.submit(drawn))).hasSize(TOKENS).allMatch(id -> id < tokens);
            GenerationRequest named = request(1, biased(Map.of(tokens, 100f)), StopTokens.of(List.of()));
            assertThatThrownBy(() -> padded.submit(named)).hasMessageContaining("0 to 99");
        }
    }

    /// Bug EN-07: were the prompt counted, its only token would be the least likely of all.
    @Test
    void en07FrequencyCountsTheReplyAndNotThePrompt() {
        SamplingParams sampling =
                new SamplingParams(0f, 0, 1f, 0f, 0L, new Penalties(0f, 2f, 1f), Map.of(5, 100f, 6, 90f));
        List<Integer> ids = ids(node.submit(request(Collections.nCopies(40, 5), sampling, StopTokens.of(List.of()))));
        assertThat(ids).startsWith(5, 5).contains(6).containsOnly(5, 6);
    }

    private static List<Integer> ids(RecordingSink sink) {
        sink.terminal();
        return sink.ids();
    }

    private List<RecordingSink> neighbours(int seed, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> draw.draw(100L * seed + i, 30, 5 + 20 * (i % 2)))
                .map(node::submit)
                .toList();
    }

    private static SamplingParams biased(Map<Integer, Float> biases) {
        return new SamplingParams(0f, 0, 1f, 0f, 0L, Penalties.none(), biases);
    }

    private GenerationRequest request(int seed, SamplingParams sampling, StopTokens stops) {
        return request(draw.prompt(new Random(seed), 20), sampling, stops);
    }

    private GenerationRequest request(List<Integer> prompt, SamplingParams sampling, StopTokens stops) {
        return new GenerationRequest(
                "test",
                new ServingTarget(image.digest(), "portable-1"),
                Optional.empty(),
                prompt,
                TOKENS,
                stops,
                sampling,
                Scoring.none());
    }
}
