package dev.troupe.node.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.node.engine.RecordingSink;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.store.ImportProgress;
import dev.troupe.store.ModelStore;
import dev.troupe.store.StoredModel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A real, tiny, trained model tells the story that an independent fp32 implementation tells.
class StoriesIT {
    /// Our keys and values are F16, so a coin toss may fall the other way.
    private static final float COIN_TOSS = 0.01f;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(TestDevices.class)
    void theGreedyStoryIsTheExpectedOne(TestDevices device) throws Exception {
        JsonNode expected = TestData.json("models/stories260K/expected.json");
        Path file = TestData.file("models/stories260K/stories260K-f16.gguf");
        ModelStore store = ModelStore.open(folder);
        StoredModel model = store.importFile(file, ImportProgress.none());
        try (Node node = new Node(device.open(), NodeConfig.defaults("test"), store)) {
            node.agent().ensure(model.digest());
            TestRequests requests =
                    new TestRequests(model.digest(), model.manifest().spec().vocabularySize());
            for (String story : List.of("bos_only", "prompt")) {
                List<Integer> ids = TestData.ints(expected.path(story).path("generated_ids"));
                RecordingSink sink = node.submit(requests.request(
                        TestData.ints(expected.path(story).path("prompt_ids")),
                        ids.size(),
                        SamplingParams.greedy(),
                        new Scoring(2, false)));
                sink.terminal();
                compare(device + " " + story, sink.tokens(), ids);
            }
        }
    }

    private static void compare(String story, List<TokenScore> tokens, List<Integer> expected) {
        int same = 0;
        while (same < expected.size() && tokens.get(same).id() == expected.get(same)) {
            same++;
        }
        System.out.printf("stories260K %s: %d of %d greedy ids equal%n", story, same, expected.size());
        if (same < expected.size()) {
            List<TokenScore.Alternative> top = tokens.get(same).top();
            assertThat(top.get(0).logprob() - top.get(1).logprob())
                    .as("gap of the two best at index %d", same)
                    .isLessThan(COIN_TOSS);
        }
    }
}
