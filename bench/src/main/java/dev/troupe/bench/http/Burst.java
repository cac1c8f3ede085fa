package dev.troupe.bench.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The answers of requests that ran at once.
record Burst(List<Answer.Served> replies) {
    private static final double NANOS = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    /// @throws IOException when one was not served
    static Burst of(List<Answer> answers) throws IOException {
        List<Answer.Served> served = new ArrayList<>();
        for (Answer answer : answers) {
            served.add(answer.served());
        }
        return new Burst(served);
    }

    /// Reply tokens of all, from the first asking to the last end.
    double tokensPerSecond() {
        long start = replies.stream().mapToLong(Answer.Served::start).min().orElseThrow();
        long end = replies.stream().mapToLong(Answer.Served::end).max().orElseThrow();
        return replies.stream().mapToInt(Answer.Served::tokens).sum() * NANOS / (end - start);
    }

    double medianMillisToFirst() {
        double[] sorted = replies.stream()
                .mapToDouble(reply -> reply.timeToFirst().toNanos() / NANOS_PER_MILLI)
                .sorted()
                .toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    int events() {
        return replies.stream().mapToInt(Answer.Served::events).sum();
    }
}
