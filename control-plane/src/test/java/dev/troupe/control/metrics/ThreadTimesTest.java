package dev.troupe.control.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ThreadTimesTest {
    private final ThreadTimes times = new ThreadTimes();

    @Test
    void whatIsNotTheEnginesOrTheWorkersIsTheRest() {
        List<ThreadTimes.Task> tasks = List.of(
                new ThreadTimes.Task("engine-node-1", 50),
                new ThreadTimes.Task("troupe-cpu-1", 40),
                new ThreadTimes.Task("troupe-cpu-2", 30),
                new ThreadTimes.Task("ForkJoinPool-1-", 7));
        assertThat(times.update(tasks, 200)).isEqualTo(Map.of("engine", 50L, "workers", 70L, "rest", 80L));
    }

    @Test
    void noCounterGoesBack() {
        times.update(List.of(new ThreadTimes.Task("engine-node-1", 50)), 200);
        Map<String, Long> later = times.update(List.of(new ThreadTimes.Task("engine-node-1", 90)), 210);
        assertThat(later).isEqualTo(Map.of("engine", 90L, "workers", 0L, "rest", 150L));
        assertThat(times.update(List.of(), 211)).containsEntry("engine", 90L);
    }
}
