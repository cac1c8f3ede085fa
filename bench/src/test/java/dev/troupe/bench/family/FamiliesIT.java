package dev.troupe.bench.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.troupe.bench.drive.Client;
import dev.troupe.bench.stage.CpuDevices;
import dev.troupe.bench.stage.DemoStage;
import dev.troupe.bench.stage.OpenEngine;
import dev.troupe.bench.verdict.Reply;
import dev.troupe.bench.workload.Caller;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.ServingTarget;
import dev.troupe.protocol.generate.StopTokens;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.store.ImportProgress;
import dev.troupe.store.ModelStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Folders of every family, from the import to the engine's scores, against what transformers said.
class FamiliesIT {
    /// KV is kept in halves here and in doubles there; a wrong rule moves scores by tenths and more.
    private static final double MOST = 0.03;

    private static final double MEAN = 0.004;
    /// Below this, the most probable token may be the other one.
    private static final double CLEAR_MARGIN = 0.03;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "llama",
                "llama-tied",
                "llama-linear",
                "llama3",
                "llama-yarn",
                "mistral",
                "qwen2",
                "qwen3",
                "gemma2",
                "gemma3",
                "phi3",
                "phi3-partial"
            })
    void aFolderScoresAndContinuesAsTransformersDoes(String name) throws IOException, InterruptedException {
        GoldenFamily family = GoldenFamily.read(name);
        ModelStore store = ModelStore.open(folder.resolve("store"));
        Path model = family.writeTo(folder.resolve(name));
        DemoStage stage = DemoStage.open(
                folder.resolve("store"),
                store.importModel(model, Optional.empty(), ImportProgress.none())
                        .digest(),
                CpuDevices.opener());
        try (OpenEngine engine = stage.start(CpuDevices.levels().getFirst(), 2)) {
            stage.awaitReady(engine);
            Reply reply = new Client(engine.node(), Duration.ofMinutes(1))
                    .ask(request(engine.target(DemoStage.NAME), family), new Caller.Patient());
            assertScores(family, reply);
            assertGreedy(family, reply);
        }
    }

    private static void assertScores(GoldenFamily family, Reply reply) {
        List<Double> expected = family.logprobs();
        assertThat(reply.promptScores()).as("%s", reply.ending()).hasSize(expected.size());
        double sum = 0;
        for (int i = 0; i < expected.size(); i++) {
            double logprob = reply.promptScores().get(i).logprob();
            assertThat(logprob).as("position %d", i + 1).isCloseTo(expected.get(i), within(MOST));
            sum += Math.abs(logprob - expected.get(i));
        }
        assertThat(sum / expected.size()).isLessThan(MEAN);
    }

    private static void assertGreedy(GoldenFamily family, Reply reply) {
        int clear = 0;
        while (clear < family.margins().size() && family.margins().get(clear) > CLEAR_MARGIN) {
            clear++;
        }
        List<Integer> ids = reply.tokens().stream().map(TokenScore::id).toList();
        assertThat(ids.subList(0, clear)).isEqualTo(family.greedy().subList(0, clear));
    }

    private static GenerationRequest request(ServingTarget target, GoldenFamily family) {
        return new GenerationRequest(
                "family",
                target,
                Optional.empty(),
                family.tokens(),
                family.greedy().size(),
                StopTokens.of(List.of()),
                SamplingParams.greedy(),
                new Scoring(0, true));
    }
}
