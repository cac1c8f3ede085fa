package dev.troupe.app.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ToolRunIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    void bothOutputsAndTheStatusAreTold() {
        assertThat(run(LIMIT, "echo one; echo two >&2; exit 3")).isEqualTo(new ToolRun.Ended(3, "one\ntwo\n"));
        assertThat(run(LIMIT, "echo one; echo two >&2; exit 3").problem()).isEqualTo("it ended with status 3: two");
    }

    @Test
    void nothingWaitsForInput() {
        assertThat(run(LIMIT, "cat")).isEqualTo(new ToolRun.Ended(0, ""));
    }

    @Test
    void aSlowProgramIsEnded() {
        assertThat(run(Duration.ofMillis(100), "exec sleep 600")).isInstanceOf(ToolRun.TimedOut.class);
    }

    @Test
    void aMissingProgramIsTold() {
        assertThat(ToolRun.of(List.of("/no/such/program"), LIMIT)).isInstanceOf(ToolRun.NotStarted.class);
    }

    @Test
    void longOutputKeepsItsEnd() {
        ToolRun run = run(LIMIT, "head -c 1000000 /dev/zero | tr '\\0' x; echo end");
        assertThat(run)
                .isInstanceOfSatisfying(
                        ToolRun.Ended.class,
                        ended -> assertThat(ended.output())
                                .hasSizeLessThan(100_000)
                                .endsWith("xend\n"));
    }

    @Test
    void anInterruptEndsTheProgram() throws InterruptedException {
        Thread runner = Thread.ofPlatform().start(() -> run(Duration.ofMinutes(10), "exec sleep 600"));
        runner.interrupt();
        runner.join();
        assertThat(runner.isAlive()).isFalse();
    }

    private static ToolRun run(Duration limit, String script) {
        return ToolRun.of(List.of("sh", "-c", script), limit);
    }
}
