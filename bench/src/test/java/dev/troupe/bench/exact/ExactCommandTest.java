package dev.troupe.bench.exact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ExactCommandTest {
    @Test
    void anUnknownModelIsRefusedByName() {
        assertThat(errorOf("--model", "gpt")).contains("--model is 'gpt'; allowed: generated, smollm2, both");
    }

    @Test
    void anUnknownFaultIsRefusedByName() {
        assertThat(errorOf("--broken", "fan")).contains("--broken is 'fan'; allowed: sum-order, ");
    }

    @Test
    void lessThanOneRequestIsRefused() {
        assertThat(errorOf("--requests", "0")).contains("--requests is 0; the least is 1");
    }

    @Test
    void anUnknownLevelIsRefusedByName() {
        assertThat(errorOf("--levels", "avx1024")).contains("--levels is 'avx1024'; allowed: ");
    }

    @Test
    void noThreadsAreRefused() {
        assertThat(errorOf("--threads", "0")).contains("--threads is 0; the least is 1");
    }

    private static String errorOf(String... arguments) {
        StringWriter errors = new StringWriter();
        int exitCode = new CommandLine(new ExactCommand())
                .setErr(new PrintWriter(errors))
                .execute(arguments);
        assertThat(exitCode).isEqualTo(2);
        return errors.toString();
    }
}
