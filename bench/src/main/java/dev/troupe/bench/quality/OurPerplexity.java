package dev.troupe.bench.quality;

import dev.troupe.bench.drive.Client;
import dev.troupe.bench.stage.CpuDevices;
import dev.troupe.bench.stage.DemoStage;
import dev.troupe.bench.stage.OpenEngine;
import dev.troupe.bench.stage.TemporaryFolder;
import dev.troupe.bench.verdict.Reply;
import dev.troupe.bench.workload.Caller;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.ServingTarget;
import dev.troupe.protocol.generate.StopTokens;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.store.ImportProgress;
import dev.troupe.store.ModelStore;
import dev.troupe.store.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Our engine's perplexity, from the scores that it gives to prompts.
record OurPerplexity(String level, int threads) {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /// @param windows that were read
    record Found(double perplexity, int windows) {}

    /// @throws IOException when the file cannot be imported, the text is shorter than a window, or
    ///     the engine does not score it
    Found of(Path model, String text) throws IOException, InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.create("troupe-quality-")) {
            Digest digest = ModelStore.open(folder.path())
                    .importFile(model, ImportProgress.none())
                    .digest();
            DemoStage stage = DemoStage.open(folder.path(), digest, CpuDevices.opener());
            try (OpenEngine engine = stage.start(level, threads)) {
                stage.awaitReady(engine);
                Windows windows = cut(stage.tokenizer(), text);
                return new Found(perplexity(engine, windows), windows.ids().size());
            }
        }
    }

    private static Windows cut(Tokenizer tokenizer, String text) throws IOException {
        List<Integer> bos = tokenizer.special().addBos() ? tokenizer.special().bos() : List.of();
        List<Integer> tokens = new ArrayList<>(bos);
        tokens.addAll(tokenizer.encode(text));
        Windows windows = Windows.of(tokens, bos);
        if (windows.ids().isEmpty()) {
            throw new IOException("the text has " + tokens.size() + " tokens; a window needs " + Windows.SIZE);
        }
        return windows;
    }

    private static double perplexity(OpenEngine engine, Windows windows) throws IOException, InterruptedException {
        Client client = new Client(engine.node(), PATIENCE);
        double sum = 0;
        long counted = 0;
        for (List<Integer> window : windows.ids()) {
            Reply reply = client.ask(scored(engine.target(DemoStage.NAME), window), new Caller.Patient());
            // Scores begin with position 1.
            for (TokenScore score : scores(reply).subList(Windows.FIRST_COUNTED - 1, Windows.SIZE - 1)) {
                sum += score.logprob();
                counted++;
            }
        }
        return Math.exp(-sum / counted);
    }

    private static List<TokenScore> scores(Reply reply) throws IOException {
        boolean finished = reply.ending() instanceof Reply.Ended(TokenEvent.Finished _);
        if (!finished || reply.promptScores().size() != Windows.SIZE - 1) {
            throw new IOException(
                    "scoring ended after " + reply.promptScores().size() + " positions: " + reply.ending());
        }
        return reply.promptScores();
    }

    private static GenerationRequest scored(ServingTarget target, List<Integer> prompt) {
        return new GenerationRequest(
                "quality",
                target,
                Optional.empty(),
                prompt,
                0,
                StopTokens.of(List.of()),
                SamplingParams.greedy(),
                new Scoring(0, true));
    }
}
