package dev.troupe.bench.fault;

import dev.troupe.kernel.cpu.FaultPoint;
import dev.troupe.node.engine.EngineFault;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Mechanisms that are broken on purpose, to see that a proof notices.
public record Faults(Set<FaultPoint> kernel, Set<EngineFault> engine) {
    public Faults {
        kernel = Set.copyOf(kernel);
        engine = Set.copyOf(engine);
    }

    public static Faults none() {
        return new Faults(Set.of(), Set.of());
    }

    /// @param name one of {@link #names}
    public static Faults named(String name) {
        return new Faults(matching(FaultPoint.values(), name), matching(EngineFault.values(), name));
    }

    /// What can be broken, for people: `sum-order`.
    public static List<String> names() {
        return Stream.concat(Arrays.stream(FaultPoint.values()), Arrays.stream(EngineFault.values()))
                .map(Faults::label)
                .toList();
    }

    private static <E extends Enum<E>> Set<E> matching(E[] values, String name) {
        return Arrays.stream(values).filter(value -> label(value).equals(name)).collect(Collectors.toUnmodifiableSet());
    }

    private static String label(Enum<?> value) {
        return value.name().replace("_BY_BATCH", "").toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
