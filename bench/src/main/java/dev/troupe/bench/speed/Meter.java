package dev.troupe.bench.speed;

import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.ServingTarget;
import dev.troupe.protocol.generate.StopTokens;
import dev.troupe.protocol.node.NodeSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Runs measures on one node. Used from one thread.
public final class Meter {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double NANOS = 1e9;

    private final NodeClient node;
    private final ServingTarget target;
    private final int vocabularySize;
    private final SplittableRandom random = new SplittableRandom(1);

    public Meter(NodeClient node, ServingTarget target, int vocabularySize) {
        this.node = node;
        this.target = target;
        this.vocabularySize = vocabularySize;
    }

    /// The first run warms up and does not count.
    public Samples measure(Measure measure, int repeats) throws InterruptedException {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i <= repeats; i++) {
            double value = once(measure);
            if (i > 0) {
                values.add(value);
            }
        }
        return new Samples(values);
    }

    private double once(Measure measure) throws InterruptedException {
        return once(measure, requests(measure, SamplingParams.greedy()));
    }

    /// Requests with random prompts, one for each stream.
    public List<GenerationRequest> requests(Measure measure, SamplingParams sampling) {
        return IntStream.range(0, measure.streams())
                .mapToObj(_ -> request(randomPrompt(measure.promptTokens()), measure.replyTokens(), sampling))
                .toList();
    }

    public List<Integer> randomPrompt(int tokens) {
        return IntStream.range(0, tokens)
                .mapToObj(_ -> random.nextInt(vocabularySize))
                .toList();
    }

    /// Tokens per second of one run.
    ///
    /// @param requests as `measure` says, one for each stream
    public double once(Measure measure, List<GenerationRequest> requests) throws InterruptedException {
        List<TimedSink> sinks = new ArrayList<>();
        long start = System.nanoTime();
        for (GenerationRequest request : requests) {
            TimedSink sink = new TimedSink();
            sinks.add(sink);
            node.generate(request, request.maxTokens(), sink);
        }
        List<TimedSink.Times> times = new ArrayList<>();
        for (TimedSink sink : sinks) {
            times.add(sink.await(PATIENCE));
        }
        return rate(measure, start, times);
    }

    /// Tokens per second of one run.
    static double rate(Measure measure, long startNanos, List<TimedSink.Times> times) {
        long allStarted = times.stream().mapToLong(TimedSink.Times::first).max().orElseThrow();
        if (measure.timed() == Measure.Timed.PREFILL) {
            return measure.promptTokens() * NANOS / (allStarted - startNanos);
        }
        if (measure.timed() == Measure.Timed.WHOLE) {
            long allEnded =
                    times.stream().mapToLong(TimedSink.Times::last).max().orElseThrow();
            long replies =
                    times.stream().mapToLong(stream -> stream.nanos().size()).sum();
            return replies * NANOS / (allEnded - startNanos);
        }
        long firstEnded = times.stream().mapToLong(TimedSink.Times::last).min().orElseThrow();
        long tokens = times.stream()
                .mapToLong(stream -> stream.within(allStarted, firstEnded))
                .sum();
        return tokens * NANOS / (firstEnded - allStarted);
    }

    /// The node's account once all requests have ended.
    public NodeSnapshot settled() throws InterruptedException {
        return StepProfile.settled(node);
    }

    public GenerationRequest request(List<Integer> prompt, int replyTokens, SamplingParams sampling) {
        return new GenerationRequest(
                "bench",
                target,
                Optional.empty(),
                prompt,
                replyTokens,
                StopTokens.of(List.of()),
                sampling,
                Scoring.none());
    }
}
