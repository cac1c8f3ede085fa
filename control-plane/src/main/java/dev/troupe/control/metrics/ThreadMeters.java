package dev.troupe.control.metrics;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// {@link ThreadTimes} of this process as counters, read when they are asked for.
final class ThreadMeters {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final double NANOS = 1e9;

    private final ThreadTimes times = new ThreadTimes();
    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private volatile Map<String, Long> latest = Map.of();

    static ThreadMeters register(MeterRegistry registry) {
        ThreadMeters meters = new ThreadMeters();
        meters.refresh();
        for (String user : meters.latest.keySet()) {
            FunctionCounter.builder("troupe.process.cpu", meters, it -> it.latest.get(user) / NANOS)
                    .tag("threads", user)
                    .baseUnit("seconds")
                    .description("Processor time; rest: HTTP, text, and the JVM's own threads")
                    .register(registry);
        }
        return meters;
    }

    synchronized void refresh() {
        List<ThreadTimes.Task> tasks = tasks();
        latest = times.update(tasks, system.getProcessCpuTime());
    }

    /// Threads that can be read; one that just ended cannot.
    private static List<ThreadTimes.Task> tasks() {
        List<ThreadTimes.Task> tasks = new ArrayList<>();
        try (Stream<Path> folders = Files.list(TASKS)) {
            for (Path folder : (Iterable<Path>) folders::iterator) {
                tasks.addAll(task(folder));
            }
        } catch (IOException e) {
            return List.of();
        }
        return tasks;
    }

    private static List<ThreadTimes.Task> task(Path folder) {
        try {
            String name = Files.readString(folder.resolve("comm")).strip();
            String cpu = Files.readString(folder.resolve("schedstat")).split(" ", 2)[0];
            return List.of(new ThreadTimes.Task(name, Long.parseLong(cpu)));
        } catch (IOException e) {
            return List.of();
        }
    }
}
