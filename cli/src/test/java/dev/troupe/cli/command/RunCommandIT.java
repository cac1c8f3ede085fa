package dev.troupe.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.cli.ExitCode;
import dev.troupe.cli.testing.Captured;
import dev.troupe.cli.testing.Chunks;
import dev.troupe.cli.testing.StubServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RunCommandIT {
    private static final StubServer.Answer WHOLE = StubServer.events(
            List.of(Chunks.text("Be"), Chunks.text("cause é"), Chunks.finish("stop"), Chunks.USAGE, Chunks.DONE));

    private Captured process = Captured.inEnvironment(Map.of());

    @Test
    void aReplyIsPrintedAndNothingElse() {
        assertThat(run(WHOLE, "", "run", "m", "Why?")).isEqualTo(ExitCode.OK.status());
        assertThat(process.out()).isEqualTo("Because é\n");
        assertThat(process.err()).isEmpty();
    }

    @Test
    void optionsReachTheServerAndStatsGoToStderr() {
        try (StubServer server = new StubServer(Map.of("/v1/chat/completions", WHOLE))) {
            process = Captured.of(server.environment(), "", false);
            TroupeCli.execute(
                    process.context(),
                    new FakeTroupe(),
                    "run",
                    "m",
                    "Why",
                    "is",
                    "it?",
                    "--system",
                    "brief",
                    "--temperature",
                    "0.5",
                    "--top-p",
                    "0.9",
                    "--top-k",
                    "40",
                    "--seed",
                    "12",
                    "--max-tokens",
                    "9",
                    "--stats");
            assertThat(server.bodies())
                    .containsExactly("{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"brief\"},"
                            + "{\"role\":\"user\",\"content\":\"Why is it?\"}],\"temperature\":0.5,\"top_p\":0.9,"
                            + "\"top_k\":40,\"max_tokens\":9,\"seed\":12,\"stream\":true,"
                            + "\"stream_options\":{\"include_usage\":true}}");
        }
        assertThat(process.out()).isEqualTo("Because é\n");
        assertThat(process.err()).contains("prompt 7 tokens, reply 3 tokens (stop), seed 12");
    }

    @Test
    void aDashOrAPipeReadsThePromptFromInput() {
        for (String[] line : List.of(new String[] {"run", "m", "-"}, new String[] {"run", "m"})) {
            try (StubServer server = new StubServer(Map.of("/v1/chat/completions", WHOLE))) {
                process = Captured.of(server.environment(), "from a pipe é\n", false);
                assertThat(TroupeCli.execute(process.context(), new FakeTroupe(), line))
                        .isZero();
                assertThat(server.bodies().getFirst()).contains("\"content\":\"from a pipe é\"");
            }
        }
    }

    @Test
    void aFailureInMidStreamNeverLooksLikeSuccess() {
        assertThat(run(
                        StubServer.events(List.of(Chunks.text("Be"), Chunks.error("node lost"))),
                        "",
                        "run",
                        "m",
                        "Why?"))
                .isEqualTo(ExitCode.STREAM_BROKEN.status());
        assertThat(process.out()).isEqualTo("Be\n");
        assertThat(process.err()).isEqualTo("troupe: node lost (internal_error)\n");
    }

    @Test
    void aTornConnectionNeverLooksLikeSuccess() {
        assertThat(run(StubServer.events(List.of(Chunks.text("Be"), Chunks.finish("stop"))), "", "run", "m", "Why?"))
                .isEqualTo(ExitCode.STREAM_BROKEN.status());
    }

    @Test
    void aRefusalSaysWhatTheServerSaid() {
        assertThat(run(
                        StubServer.json(
                                404,
                                "{\"error\":{\"message\":\"no model 'm'\",\"type\":\"not_found_error\","
                                        + "\"code\":\"model_not_found\"}}"),
                        "",
                        "run",
                        "m",
                        "Why?"))
                .isEqualTo(ExitCode.REFUSED.status());
        assertThat(process.err()).isEqualTo("troupe: no model 'm' (model_not_found)\n");
    }

    @Test
    void aFaultOfTheServerIsAFailure() {
        assertThat(run(StubServer.json(502, "<html>bad gateway</html>"), "", "run", "m", "Why?"))
                .isEqualTo(ExitCode.FAILED.status());
        assertThat(process.err()).contains("502").contains("bad gateway");
    }

    @Test
    void nobodyThereIsUnreachable() {
        StubServer closed = new StubServer(Map.of());
        closed.close();
        process = Captured.of(closed.environment(), "", false);
        assertThat(TroupeCli.execute(process.context(), new FakeTroupe(), "run", "m", "Why?"))
                .isEqualTo(ExitCode.UNREACHABLE.status());
        assertThat(process.err()).contains(closed.url());
    }

    private int run(StubServer.Answer answer, String input, String... arguments) {
        try (StubServer server = new StubServer(Map.of("/v1/chat/completions", answer))) {
            process = Captured.of(server.environment(), input, false);
            return TroupeCli.execute(process.context(), new FakeTroupe(), arguments);
        }
    }
}
