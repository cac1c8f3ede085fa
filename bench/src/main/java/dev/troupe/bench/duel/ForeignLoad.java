package dev.troupe.bench.duel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// The processor time of the whole machine, and what of it this process, the children it waited for
/// and some processes that still run took.
///
/// @param busyTicks of all cores, stolen ones too
/// @param ownTicks among them
/// @param allTicks busy or not
record ForeignLoad(long busyTicks, long ownTicks, long allTicks) {
    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;
    /// User, nice, system, idle, waiting, two kinds of interrupts, stolen. What guests take is part of
    /// user.
    private static final int KINDS = 8;

    /// @param running children that were not waited for yet
    static ForeignLoad now(List<ProcessHandle> running) throws IOException {
        String line;
        try (Stream<String> lines = Files.lines(Path.of("/proc/stat"))) {
            line = lines.findFirst().orElseThrow(() -> new IOException("/proc/stat is empty"));
        }
        long[] ticks = Arrays.stream(line.strip().split("\\s+"))
                .skip(1)
                .limit(KINDS)
                .mapToLong(Long::parseLong)
                .toArray();
        long all = Arrays.stream(ticks).sum();
        long own = ProcessTicks.of(ProcessHandle.current()).withWaitedFor();
        for (ProcessHandle each : running) {
            own += ProcessTicks.of(each).own();
        }
        return new ForeignLoad(all - ticks[IDLE] - ticks[IO_WAIT], own, all);
    }

    /// The share of the machine that others took since `start`, `0..1`.
    double shareSince(ForeignLoad start) {
        long all = allTicks - start.allTicks;
        long foreign = busyTicks - start.busyTicks - (ownTicks - start.ownTicks);
        return all == 0 ? 0 : Math.clamp((double) foreign / all, 0, 1);
    }
}
