package dev.troupe.bench.speed;

import dev.troupe.kernel.cpu.MachineProbe;
import java.util.OptionalDouble;

/// What the machine can do at most, measured.
///
/// @param readBytesPerSecond of memory, all threads together
/// @param dotMacsPerSecond of 8-bit dot products; empty where the CPU has no instruction for them
public record MachineLimits(double readBytesPerSecond, OptionalDouble dotMacsPerSecond) {
    private static final long PROBE_BYTES = 1L << 30;
    private static final long PROBE_ITERATIONS = 20_000_000;
    private static final int REPEATS = 3;

    public static MachineLimits measure(int threads, boolean quick) {
        int repeats = quick ? 1 : REPEATS;
        return new MachineLimits(
                MachineProbe.readBytesPerSecond(PROBE_BYTES, threads, repeats),
                MachineProbe.dotMacsPerSecond(PROBE_ITERATIONS, threads, repeats));
    }

    /// The larger of each: other work on the machine can only lower a measurement.
    public MachineLimits orBetter(MachineLimits other) {
        OptionalDouble dots = dotMacsPerSecond.orElse(0) < other.dotMacsPerSecond.orElse(0)
                ? other.dotMacsPerSecond
                : dotMacsPerSecond;
        return new MachineLimits(Math.max(readBytesPerSecond, other.readBytesPerSecond), dots);
    }

    /// The most decode steps per second whose sequences are `positions` long.
    double memoryStepsPerSecond(ModelCost cost, int sequences, double positions) {
        double bytes = cost.weightBytes() + sequences * positions * cost.kvBytesPerPosition();
        return readBytesPerSecond / bytes;
    }

    /// The most tokens per second that also need logits.
    OptionalDouble decodeTokensPerSecond(ModelCost cost) {
        return perSecond(cost.layerMacs() + cost.headMacs());
    }

    /// The most tokens per second of a prompt of `tokens`: only its last one needs logits.
    OptionalDouble prefillTokensPerSecond(ModelCost cost, int tokens) {
        return perSecond(cost.layerMacs() + (double) cost.headMacs() / tokens);
    }

    private OptionalDouble perSecond(double macs) {
        return dotMacsPerSecond.isPresent()
                ? OptionalDouble.of(dotMacsPerSecond.getAsDouble() / macs)
                : OptionalDouble.empty();
    }
}
