package dev.troupe.node.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.node.engine.RecordingSink;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.store.ImportProgress;
import dev.troupe.store.ModelStore;
import dev.troupe.store.StoredModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The demo model against an independent fp32 implementation: perplexities, and the best token at
/// every position, teacher-forced.
class OracleIT {
    private static final double PERPLEXITY_TOLERANCE = 0.01;
    private static final double LEAST_AGREEMENT = 0.96;
    private static final double CLEAR_MARGIN = 0.5;

    @TempDir
    private Path folder;

    private int positions;
    private int equal;
    private double largestFlippedMargin;

    @Test
    void perplexityAndTheBestTokensAreTheOracles() throws Exception {
        JsonNode expected = TestData.json("models/smollm2/expected.json");
        Path file = TestData.demoModel();
        ModelStore store = ModelStore.open(folder);
        StoredModel model = store.importFile(file, ImportProgress.none());
        try (Node node = new Node(TestDevices.fastest().open(), NodeConfig.defaults("test"), store)) {
            node.agent().ensure(model.digest());
            TestRequests requests =
                    new TestRequests(model.digest(), model.manifest().spec().vocabularySize());
            SoftAssertions softly = new SoftAssertions();
            for (JsonNode text : expected.path("texts")) {
                checkText(softly, text, scores(node, requests, TestData.ints(text.path("ids"))));
            }
            for (JsonNode chat : expected.path("chats")) {
                List<Integer> all = TestData.ints(chat.path("prompt_ids"));
                int firstAnswer = all.size();
                all.addAll(TestData.ints(chat.path("ids")));
                checkChat(softly, chat, scores(node, requests, all), firstAnswer);
            }
            System.out.printf(
                    "smollm2 oracle: %d of %d argmaxes equal (%.2f %%), largest margin of a flip %.3f%n",
                    equal, positions, 100.0 * equal / positions, largestFlippedMargin);
            softly.assertThat((double) equal / positions).as("agreement").isGreaterThanOrEqualTo(LEAST_AGREEMENT);
            softly.assertAll();
        }
    }

    private void checkText(SoftAssertions softly, JsonNode text, List<TokenScore> scores) {
        double sum = scores.stream().mapToDouble(TokenScore::logprob).sum();
        double perplexity = Math.exp(-sum / scores.size());
        double wanted = text.path("perplexity").doubleValue();
        System.out.printf(
                "smollm2 oracle: %s perplexity %.5f, expected %.5f (%+.2f %%)%n",
                text.path("name").textValue(), perplexity, wanted, 100 * (perplexity / wanted - 1));
        softly.assertThat(perplexity)
                .as(text.path("name").textValue())
                .isCloseTo(wanted, within(wanted * PERPLEXITY_TOLERANCE));
        for (int i = 0; i < scores.size(); i++) {
            count(
                    softly,
                    scores.get(i),
                    text.path("argmax_ids").path(i).intValue(),
                    text.path("margins").path(i).doubleValue());
        }
    }

    private void checkChat(SoftAssertions softly, JsonNode chat, List<TokenScore> scores, int firstAnswer) {
        for (int i = 0; i < chat.path("steps").size(); i++) {
            JsonNode step = chat.path("steps").path(i);
            TokenScore score = scores.get(firstAnswer + i - 1);
            count(softly, score, step.path("id").intValue(), step.path("margin").doubleValue());
        }
    }

    private void count(SoftAssertions softly, TokenScore score, int wanted, double margin) {
        int best = score.top().getFirst().id();
        positions++;
        if (best == wanted) {
            equal++;
        } else {
            largestFlippedMargin = Math.max(largestFlippedMargin, margin);
            softly.assertThat(margin).as("margin where the best token differs").isLessThanOrEqualTo(CLEAR_MARGIN);
        }
    }

    /// Scores of tokens 1.. of a text.
    private static List<TokenScore> scores(Node node, TestRequests requests, List<Integer> ids) {
        RecordingSink sink = node.submit(requests.request(ids, 0, SamplingParams.greedy(), new Scoring(1, true)));
        sink.terminal();
        assertThat(sink.promptScores()).hasSize(ids.size() - 1);
        return new ArrayList<>(sink.promptScores());
    }
}
