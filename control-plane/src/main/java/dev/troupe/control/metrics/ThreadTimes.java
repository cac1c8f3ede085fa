package dev.troupe.control.metrics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Processor time of a process by who used it: the engine's thread, the kernels' workers, and the
/// rest, which is the gateway (HTTP, JSON, text) and the JVM's own threads.
///
/// An instance remembers what it said: a thread's time is known a tick late, the process' at once,
/// and no counter may go back for that. Not thread-safe.
final class ThreadTimes {
    static final String REST = "rest";
    private static final Map<String, String> USER_BY_PREFIX = Map.of("engine-", "engine", "troupe-cpu-", "workers");

    private final Map<String, Long> said = new TreeMap<>();

    /// @param name as the operating system has it, at most 15 characters
    record Task(String name, long cpuNanos) {}

    /// Nanoseconds by user.
    ///
    /// @param tasks the threads there are
    /// @param processNanos all threads, those that ended included; read after the tasks
    Map<String, Long> update(List<Task> tasks, long processNanos) {
        long rest = processNanos;
        Map<String, Long> now = new TreeMap<>(Map.of("engine", 0L, "workers", 0L));
        for (Task task : tasks) {
            for (Map.Entry<String, String> user : USER_BY_PREFIX.entrySet()) {
                if (task.name().startsWith(user.getKey())) {
                    now.merge(user.getValue(), task.cpuNanos(), Long::sum);
                    rest -= task.cpuNanos();
                }
            }
        }
        now.put(REST, Math.max(0, rest));
        now.forEach((user, nanos) -> said.merge(user, nanos, Math::max));
        return Map.copyOf(said);
    }
}
