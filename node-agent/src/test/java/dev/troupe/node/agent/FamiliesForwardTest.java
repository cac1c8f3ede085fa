package dev.troupe.node.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.node.engine.EngineLimits;
import dev.troupe.node.engine.RecordingSink;
import dev.troupe.node.model.PlainDecoder;
import dev.troupe.node.model.TestImage;
import dev.troupe.node.model.TestSpecs;
import dev.troupe.node.residency.MemoryLimits;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.TokenScore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What each family asks of the decoder, against a plain forward in double, over more positions than
/// a part of attention and any window has; and the same bits however the prompt is cut.
class FamiliesForwardTest {
    private static final int PROMPT = 620;
    private static final int REPLY = 12;
    /// The largest difference that was seen is 0.004.
    private static final double TOLERANCE = 5e-3;

    @ParameterizedTest
    @EnumSource(TestSpecs.class)
    void scoresAreThoseOfAPlainForwardHoweverThePromptIsCut(TestSpecs family) {
        TestImage image = TestImage.of(family.spec(), WeightFormat.F32, true, 11);
        TestRequests draw = new TestRequests(image.digest(), family.spec().vocabularySize());
        List<Integer> prompt = draw.prompt(new Random(5), PROMPT);
        GenerationRequest request = draw.request(prompt, REPLY, SamplingParams.greedy(), new Scoring(2, true));
        List<TokenScore> scores = scores(image, request, 512);
        List<Integer> ids = new ArrayList<>(prompt);
        scores.subList(PROMPT - 1, scores.size()).forEach(score -> ids.add(score.id()));
        PlainDecoder plain = new PlainDecoder(image);
        for (int position = 0; position < scores.size(); position++) {
            TokenScore score = scores.get(position);
            double[] expected = plain.next(ids.get(position));
            assertThat((double) score.logprob())
                    .as("%s after position %d", family, position)
                    .isCloseTo(expected[score.id()], within(TOLERANCE));
            for (TokenScore.Alternative alternative : score.top()) {
                assertThat((double) alternative.logprob()).isCloseTo(expected[alternative.id()], within(TOLERANCE));
            }
        }
        assertThat(scores(image, request, 64)).isEqualTo(scores);
        assertThat(scores(image, request, 7)).isEqualTo(scores);
    }

    private static List<TokenScore> scores(TestImage image, GenerationRequest request, int slice) {
        EngineLimits limits = new EngineLimits(Math.max(17, slice), slice, 16, 64, Math.max(17, slice));
        try (Node node = new Node(TestDevices.fastest().open(), image, limits, MemoryLimits.defaults())) {
            RecordingSink sink = node.submit(request);
            sink.terminal();
            List<TokenScore> scores = new ArrayList<>(sink.promptScores());
            scores.addAll(sink.tokens());
            return scores;
        }
    }
}
