package dev.troupe.bench.exact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ExactIT {
    @Test
    void theEngineIsExact() {
        Result result = exact("--requests", "200", "--seed", "1", "--model", "generated");
        assertThat(result.exitCode()).as(result.output()).isZero();
        assertThat(result.output()).contains("exact: passed").contains("mean batch");
    }

    @Test
    void kernelsThatSumInAnotherOrderAreCaught() {
        Result result = exact("--requests", "40", "--seed", "1", "--model", "generated", "--broken", "sum-order");
        assertThat(result.exitCode()).as(result.output()).isEqualTo(1);
        assertThat(result.output())
                .contains("differs from the same request alone")
                .contains("--broken sum-order");
    }

    private record Result(int exitCode, String output) {}

    private static Result exact(String... arguments) {
        StringWriter output = new StringWriter();
        CommandLine command = new CommandLine(new ExactCommand())
                .setOut(new PrintWriter(output))
                .setErr(new PrintWriter(output));
        return new Result(command.execute(arguments), output.toString());
    }
}
