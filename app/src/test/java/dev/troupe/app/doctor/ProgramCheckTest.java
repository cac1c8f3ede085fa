package dev.troupe.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.app.tool.ToolRun;
import dev.troupe.cli.doctor.Check;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgramCheckTest {
    @Test
    void theFirstLineIsTheVersionWithoutColours() {
        assertThat(judge(new ToolRun.Ended(0, "\u001b[1mTool 1.2\u001b[m\nmore\n")))
                .isEqualTo(Check.ok("tool", "Tool 1.2"));
    }

    @Test
    void whatDoesNotRunIsAWarningThatSaysWhatItIsFor() {
        Check missing = Check.warn("tool", "not found; needed to build");
        assertThat(judge(new ToolRun.NotStarted("no such file"))).isEqualTo(missing);
        assertThat(judge(new ToolRun.Ended(1, "No module named pip"))).isEqualTo(missing);
        assertThat(judge(new ToolRun.TimedOut(Duration.ofSeconds(1)))).isEqualTo(missing);
    }

    private static Check judge(ToolRun run) {
        return ProgramCheck.judge("tool", "to build", run);
    }
}
