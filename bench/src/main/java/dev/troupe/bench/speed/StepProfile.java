package dev.troupe.bench.speed;

import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.node.NodeSnapshot;
import dev.troupe.protocol.node.StepTimes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// Where the engine's time went during one measure.
///
/// @param steps that were made
/// @param parts largest first; they do not overlap and leave out only the engine's sleep
record StepProfile(String measure, long steps, List<Part> parts) {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final Duration POLL = Duration.ofMillis(1);
    private static final String EXECUTE = "execute";

    /// @param name an op without its waiting, a phase of the engine, or one of `wait for workers` and
    ///     `between ops`
    record Part(String name, long nanos) {}

    StepProfile {
        parts = List.copyOf(parts);
    }

    /// The engine's account once it sleeps: a reader hears of its last token before the step that
    /// made it is booked.
    static NodeSnapshot settled(NodeClient node) throws InterruptedException {
        NodeSnapshot snapshot = node.snapshot();
        while (snapshot.load().runningSequences() > 0 || snapshot.load().waitingSequences() > 0) {
            Thread.sleep(POLL);
            snapshot = node.snapshot();
        }
        return snapshot;
    }

    /// What happened between two snapshots of an engine that slept at both.
    static StepProfile between(String measure, NodeSnapshot before, NodeSnapshot after) {
        Map<String, Long> phases =
                grown(before, after, StepTimes::phases, StepTimes.Phase::name, StepTimes.Phase::nanos);
        Map<String, Long> ops = grown(before, after, StepTimes::ops, StepTimes.Op::name, StepTimes.Op::nanos);
        Map<String, Long> waits = grown(before, after, StepTimes::ops, StepTimes.Op::name, StepTimes.Op::waitNanos);
        List<Part> parts = new ArrayList<>();
        ops.forEach((op, nanos) -> parts.add(new Part(op, nanos - waits.get(op))));
        parts.add(new Part("wait for workers", sum(waits)));
        parts.add(new Part("between ops", phases.getOrDefault(EXECUTE, 0L) - sum(ops)));
        phases.forEach((phase, nanos) -> {
            if (!phase.equals(EXECUTE)) {
                parts.add(new Part(phase, nanos));
            }
        });
        parts.sort(Comparator.comparingLong(Part::nanos).reversed());
        long steps =
                after.counters().steps().count() - before.counters().steps().count();
        return new StepProfile(measure, steps, parts);
    }

    double millisPerStep(Part part) {
        return part.nanos() / NANOS_PER_MILLI / Math.max(1, steps);
    }

    double share(Part part) {
        return (double) part.nanos() / Math.max(1, nanos());
    }

    long nanos() {
        return parts.stream().mapToLong(Part::nanos).sum();
    }

    private static <T> Map<String, Long> grown(
            NodeSnapshot before,
            NodeSnapshot after,
            Function<StepTimes, List<T>> entries,
            Function<T, String> name,
            ToLongFunction<T> nanos) {
        Map<String, Long> earlier =
                entries.apply(before.times()).stream().collect(Collectors.toMap(name, nanos::applyAsLong));
        Map<String, Long> grown = new LinkedHashMap<>();
        for (T entry : entries.apply(after.times())) {
            grown.put(name.apply(entry), nanos.applyAsLong(entry) - earlier.getOrDefault(name.apply(entry), 0L));
        }
        return grown;
    }

    private static long sum(Map<String, Long> nanos) {
        return nanos.values().stream().mapToLong(Long::longValue).sum();
    }
}
