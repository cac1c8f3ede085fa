package dev.troupe.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.cli.ExitCode;
import org.junit.jupiter.api.Test;

class ServerErrorsTest {
    @Test
    void ourEnvelopeIsItsMessageAndCode() {
        assertThat(ServerErrors.of(404, "{\"error\":{\"message\":\"no such model\",\"code\":\"model_not_found\"}}"))
                .hasMessage("no such model (model_not_found)");
        assertThat(ServerErrors.of(404, "{\"error\":{\"message\":\"no such model\"}}"))
                .hasMessage("no such model");
        assertThat(ServerErrors.of(404, "{\"error\":{}}")).hasMessage("the server gave no reason");
    }

    @Test
    void anythingElseIsQuotedShortly() {
        assertThat(ServerErrors.of(502, "")).hasMessage("the server answered 502");
        assertThat(ServerErrors.of(502, "<html> ")).hasMessage("the server answered 502: <html>");
        assertThat(ServerErrors.of(502, "x".repeat(5000)).getMessage()).hasSizeLessThan(300);
        assertThat(ServerErrors.of(200, "{\"no\":\"error\"}").getMessage()).contains("no");
    }

    @Test
    void aCallersFaultIsARefusalAndAServersIsAFailure() {
        assertThat(ServerErrors.of(400, "").exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(ServerErrors.of(429, "").exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(ServerErrors.of(500, "").exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(ServerErrors.of(503, "").exitCode()).isEqualTo(ExitCode.FAILED);
    }
}
