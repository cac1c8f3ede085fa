package dev.troupe.bench.duel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Processor time of one process, in ticks of 10 ms.
///
/// @param own of its threads
/// @param waitedFor of its children that ended
public record ProcessTicks(long own, long waitedFor) {
    public static final long MICROS = 10_000;

    /// The fields of `/proc/PID/stat` after the name, which stands in brackets.
    private static final int USER = 11;

    public static ProcessTicks of(ProcessHandle process) throws IOException {
        return parse(Files.readString(Path.of("/proc", String.valueOf(process.pid()), "stat")));
    }

    static ProcessTicks parse(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split("\\s+");
        return new ProcessTicks(sum(fields, USER), sum(fields, USER + 2));
    }

    long withWaitedFor() {
        return own + waitedFor;
    }

    private static long sum(String[] fields, int first) {
        return Long.parseLong(fields[first]) + Long.parseLong(fields[first + 1]);
    }
}
