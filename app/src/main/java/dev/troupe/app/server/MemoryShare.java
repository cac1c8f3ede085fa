package dev.troupe.app.server;

import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import java.util.OptionalLong;

/// Decides how much memory the device gets: what heap and buffers leave of the machine, or of its
/// cgroup.
final class MemoryShare {
    /// Code, threads, buffers of the operating system for this process.
    private static final long OVERHEAD_BYTES = 256L << 20;

    /// Below this no model runs.
    static final long LEAST_BYTES = 64L << 20;

    private static final int MIB_BITS = 20;

    private MemoryShare() {}

    /// @param machineBytes what the process may use in all
    /// @param heapBytes its largest heap; buffers outside the heap may grow to as much again
    /// @param wish what was asked for, if anything was
    /// @throws CliException `USAGE` with the numbers when it does not fit
    static long decide(long machineBytes, long heapBytes, OptionalLong wish) {
        long room = machineBytes - 2 * heapBytes - OVERHEAD_BYTES;
        long share = wish.orElse(room / 4 * 3);
        if (share < LEAST_BYTES || share > room) {
            throw new CliException(
                    ExitCode.USAGE,
                    String.format(
                            "memory for the device would be %d MiB; allowed is %d to %d MiB"
                                    + " (machine %d, heap %d, buffers %d, overhead %d MiB)",
                            share >> MIB_BITS,
                            LEAST_BYTES >> MIB_BITS,
                            room >> MIB_BITS,
                            machineBytes >> MIB_BITS,
                            heapBytes >> MIB_BITS,
                            heapBytes >> MIB_BITS,
                            OVERHEAD_BYTES >> MIB_BITS));
        }
        return share;
    }
}
