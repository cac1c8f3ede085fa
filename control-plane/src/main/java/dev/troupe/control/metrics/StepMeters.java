package dev.troupe.control.metrics;

import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.node.StepTimes;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/// Where the node's time went, one counter per name. Which names there are is the node's business:
/// a device counts an op once it has run it.
final class StepMeters {
    private static final double NANOS = 1e9;

    private final MeterRegistry registry;
    private final NodeClient node;
    private final Set<String> known = new HashSet<>();

    StepMeters(MeterRegistry registry, NodeClient node) {
        this.registry = registry;
        this.node = node;
    }

    /// Adds the meters of names that are new since the last call.
    synchronized void refresh() {
        StepTimes times = node.snapshot().times();
        for (StepTimes.Phase phase : times.phases()) {
            if (known.add("phase " + phase.name())) {
                seconds("engine.phase", "phase", phase.name(), phaseNanos(phase.name()))
                        .description("Time of the engine's thread; phases do not overlap")
                        .register(registry);
            }
        }
        for (StepTimes.Op op : times.ops()) {
            if (known.add("op " + op.name())) {
                register(op.name());
            }
        }
    }

    private void register(String op) {
        seconds("op", "op", op, opSum(op, StepTimes.Op::nanos))
                .description("Time of a device's op; all of it lies in the phase execute")
                .register(registry);
        seconds("op.wait", "op", op, opSum(op, StepTimes.Op::waitNanos))
                .description("Part of an op's time in which the engine's thread waited for other threads")
                .register(registry);
        FunctionCounter.builder("troupe.op.calls", node, counted(opSum(op, StepTimes.Op::calls), 1))
                .tag("op", op)
                .description("Calls of a device's op")
                .register(registry);
    }

    private FunctionCounter.Builder<NodeClient> seconds(
            String name, String label, String value, ToLongFunction<StepTimes> nanos) {
        return FunctionCounter.builder("troupe." + name, node, counted(nanos, NANOS))
                .tag(label, value)
                .baseUnit("seconds");
    }

    private static ToDoubleFunction<NodeClient> counted(ToLongFunction<StepTimes> value, double unit) {
        return node -> value.applyAsLong(node.snapshot().times()) / unit;
    }

    private static ToLongFunction<StepTimes> phaseNanos(String name) {
        return sum(StepTimes::phases, StepTimes.Phase::name, name, StepTimes.Phase::nanos);
    }

    private static ToLongFunction<StepTimes> opSum(String name, ToLongFunction<StepTimes.Op> value) {
        return sum(StepTimes::ops, StepTimes.Op::name, name, value);
    }

    private static <T> ToLongFunction<StepTimes> sum(
            Function<StepTimes, List<T>> entries, Function<T, String> nameOf, String name, ToLongFunction<T> value) {
        return times -> entries.apply(times).stream()
                .filter(entry -> nameOf.apply(entry).equals(name))
                .mapToLong(value)
                .sum();
    }
}
