package dev.troupe.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.testing.Captured;
import dev.troupe.cli.testing.StubServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ModelsCommandIT {
    private static final String HELLO = "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

    @TempDir
    private Path folder;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger looks = new AtomicInteger();
    private Captured process = Captured.inEnvironment(Map.of());

    @Test
    void aFileIsUploadedCreatedAndAwaited() throws IOException {
        Path file = Files.writeString(folder.resolve("model.gguf"), "hello");
        StubServer.Answer blobs = exchange -> {
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(head ? 404 : 201, head ? -1 : 2);
            if (!head) {
                exchange.getResponseBody().write("{}".getBytes(StandardCharsets.UTF_8));
            }
        };
        int status = models(blobs, ready(), "push", "story", file.toString());
        assertThat(process.err()).contains("hashing").contains("uploading").contains("packing");
        assertThat(status).isZero();
        assertThat(process.out()).contains("story:latest").contains("ready");
        assertThat(asked).contains("POST {\"name\":\"story\",\"files\":{\"model.gguf\":\"" + HELLO + "\"}}");
        assertThat(looks).hasValueGreaterThan(1);
    }

    @Test
    void whatTheServerHasIsNotSentAgainAndAFolderKeepsItsPaths() throws IOException {
        Files.createDirectories(folder.resolve("m/sub"));
        Files.createDirectories(folder.resolve("m/.git"));
        Files.writeString(folder.resolve("m/.git/config"), "no");
        Files.writeString(folder.resolve("m/config.json"), "hello");
        Files.writeString(folder.resolve("m/sub/a.safetensors"), "hello");
        StubServer.Answer here = exchange -> exchange.sendResponseHeaders(200, -1);
        int status = models(
                here,
                ready(),
                "push",
                "story",
                folder.resolve("m").toString(),
                "--quantize",
                "q8_0",
                "--no-wait",
                "--json");
        assertThat(status).isZero();
        assertThat(process.err()).contains("on the server already").doesNotContain("uploading");
        assertThat(asked)
                .contains("POST {\"name\":\"story\",\"files\":{\"config.json\":\"" + HELLO
                        + "\",\"sub/a.safetensors\":\"" + HELLO + "\"},\"quantize\":\"q8_0\"}");
    }

    @Test
    void filesThatAreNoneAndModelsThatFailHaveTheirExitCode() throws IOException {
        StubServer.Answer here = exchange -> exchange.sendResponseHeaders(200, -1);
        assertThat(models(here, ready(), "push", "story", folder.resolve("none").toString()))
                .isEqualTo(ExitCode.BAD_MODEL_FILE.status());
        Path file = Files.writeString(folder.resolve("model.gguf"), "hello");
        StubServer.Answer failed = StubServer.json(
                200, "{\"id\":\"story:latest\",\"state\":\"failed\",\"reason\":\"model.gguf: too short\"}");
        assertThat(models(here, failed, "push", "story", file.toString())).isEqualTo(ExitCode.BAD_MODEL_FILE.status());
        assertThat(process.err()).contains("model.gguf: too short");
        StubServer.Answer refused =
                StubServer.json(400, "{\"error\":{\"message\":\"model.gguf: magic\",\"code\":\"invalid_model_file\"}}");
        assertThat(models(here, refused, "push", "story", file.toString())).isEqualTo(ExitCode.BAD_MODEL_FILE.status());
    }

    @Test
    void modelsAreListedShownAndRemoved() throws IOException {
        StubServer.Answer none = exchange -> exchange.sendResponseHeaders(404, -1);
        String one =
                "{\"id\":\"story:latest\",\"state\":\"packing\",\"progress\":0.5,\"owned_by\":\"acme\",\"created\":0}";
        assertThat(models(none, StubServer.json(200, "{\"data\":[" + one + "]}"), "list"))
                .isZero();
        assertThat(process.out()).contains("MODEL").contains("story:latest  packing 50%");
        assertThat(models(none, StubServer.json(200, one), "show", "story")).isZero();
        assertThat(process.out()).contains("owner    acme");
        assertThat(models(none, StubServer.json(200, one), "rm", "story")).isZero();
        assertThat(process.out()).isEqualTo("deleted story:latest\n");
        assertThat(models(none, StubServer.json(404, "{\"error\":{\"message\":\"none\"}}"), "rm", "story"))
                .isEqualTo(ExitCode.REFUSED.status());
    }

    private StubServer.Answer ready() {
        return exchange -> {
            boolean packing = looks.incrementAndGet() < 3;
            String state = packing ? "packing" : "ready";
            StubServer.json(
                            exchange.getRequestMethod().equals("POST") ? 201 : 200,
                            "{\"id\":\"story:latest\",\"state\":\"" + state + "\",\"progress\":0.5}")
                    .to(exchange);
        };
    }

    private int models(StubServer.Answer blobs, StubServer.Answer models, String... arguments) throws IOException {
        try (StubServer server = new StubServer(Map.of("/v1/blobs/", blobs, "/v1/models", noting(models)))) {
            process = Captured.of(server.environment(), "", false);
            String[] line = new String[arguments.length + 1];
            line[0] = "models";
            System.arraycopy(arguments, 0, line, 1, arguments.length);
            int status = TroupeCli.execute(process.context(), new FakeTroupe(), line);
            server.bodies().forEach(body -> asked.add("POST " + body));
            return status;
        }
    }

    private StubServer.Answer noting(StubServer.Answer answer) {
        return (HttpExchange exchange) -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            answer.to(exchange);
        };
    }
}
