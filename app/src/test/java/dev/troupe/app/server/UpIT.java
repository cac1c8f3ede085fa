package dev.troupe.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.cli.ExitCode;
import dev.troupe.cli.client.TroupeClient;
import dev.troupe.cli.server.ServerAddress;
import dev.troupe.cli.server.UpFile;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.generated.GeneratedModel;
import dev.troupe.store.generated.WeightFormats;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class UpIT {
    private static final int SIGNALLED = 128;
    private static final int SIGINT = 2;
    private static final int SIGTERM = 15;

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    private Path home;

    @BeforeAll
    static void writeModel() throws IOException {
        GeneratedModel.small(WeightFormats.all(WeightFormat.Q8_0), 1).writeTo(model());
    }

    @BeforeEach
    void placeHome() {
        home = folder.resolve("home");
    }

    @Test
    void aServerTellsWhereItIsAndKeepsItsHomeForItself() throws IOException {
        try (UpProcess up = up("--json")) {
            UpFile file = up.awaitUp(home);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("up.json"))))
                    .isEqualTo("rw-------");
            assertThat(file.processes())
                    .singleElement()
                    .satisfies(entry -> assertThat(entry.role()).isEqualTo("all"))
                    .satisfies(entry -> assertThat(entry.pid()).isEqualTo(up.pid()));
            assertThat(models(file)).containsExactly("tiny:1");

            try (UpProcess second = up()) {
                assertThat(second.exitStatus()).isEqualTo(ExitCode.HOME_IN_USE.status());
                assertThat(second.err()).containsOnlyOnce("troupe:").contains("pid " + up.pid());
            }
            assertThat(models(file)).hasSize(1);

            try (UpProcess down = down()) {
                assertThat(down.exitStatus()).isZero();
            }
            assertThat(up.exitStatus()).isEqualTo(SIGNALLED + SIGTERM);
            assertThat(up.out()).contains("\"models\":[\"tiny:1\"]").contains(file.tenantKey());
            assertThat(home.resolve("up.json")).doesNotExist();
            assertThat(Files.readString(home.resolve("logs/troupe.log")))
                    .contains("listens")
                    .doesNotContain(file.tenantKey(), file.adminKey());
        }
    }

    @Test
    void whatWasKilledIsStartedAgainWithTheSameKeys() {
        UpFile before;
        try (UpProcess up = up()) {
            before = up.awaitUp(home);
            up.signal("KILL");
            up.exitStatus();
        }
        assertThat(home.resolve("up.json")).exists();
        try (UpProcess down = down()) {
            assertThat(down.exitStatus()).isZero();
            assertThat(down.out()).contains("Nothing runs");
        }
        try (UpProcess up = up()) {
            UpFile after = up.awaitUp(home);
            assertThat(after.tenantKey()).isEqualTo(before.tenantKey());
            assertThat(models(after)).containsExactly("tiny:1");

            up.signal("INT");
            assertThat(up.exitStatus()).isEqualTo(SIGNALLED + SIGINT);
            assertThat(up.err()).contains("stopping").doesNotContain("Exception");
            assertThat(home.resolve("up.json")).doesNotExist();
        }
    }

    @Test
    void aBusyPortStartsNothing() throws IOException {
        try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getByName(ServerPlan.HOST));
                UpProcess up = up("--port", Integer.toString(busy.getLocalPort()))) {
            assertThat(up.exitStatus()).isEqualTo(ExitCode.PORT_BUSY.status());
            assertThat(up.err()).containsOnlyOnce("troupe:").contains(Integer.toString(busy.getLocalPort()));
            assertThat(home).doesNotExist();
        }
    }

    @Test
    void aNewerHomeAndABadModelAreRefused() throws IOException {
        Files.createDirectories(home);
        Files.writeString(home.resolve("home.json"), "{\"version\":99}");
        try (UpProcess up = up()) {
            assertThat(up.exitStatus()).isEqualTo(ExitCode.HOME_TOO_NEW.status());
        }
        Files.delete(home.resolve("home.json"));
        Path broken = Files.writeString(folder.resolve("broken.gguf"), "GGUF or not");
        try (UpProcess up = up("--model", "broken=" + broken)) {
            assertThat(up.exitStatus()).isEqualTo(ExitCode.BAD_MODEL_FILE.status());
            assertThat(up.err()).contains("broken").doesNotContain("Exception");
            assertThat(home.resolve("up.json")).doesNotExist();
        }
    }

    @Test
    void inTheBackgroundItRunsUntilDown() throws IOException {
        try (UpProcess up = up("--detach")) {
            assertThat(up.exitStatus()).isZero();
            assertThat(up.out()).contains("./troupe run --home '" + home + "' tiny:1");
            try (UpProcess again = up("--detach")) {
                assertThat(again.exitStatus()).isEqualTo(ExitCode.HOME_IN_USE.status());
            }
        } finally {
            try (UpProcess down = down()) {
                assertThat(down.exitStatus()).isZero();
                assertThat(down.out()).contains("Stopped");
            }
        }
        assertThat(Files.readString(home.resolve("logs/up.log"))).doesNotContain("troupe-key-");
    }

    @Test
    void withoutPipAServerStartsAndSaysWhatIsMissing() {
        Map<String, String> noPip = Map.of(
                "PATH", folder.toString(),
                "XDG_CACHE_HOME", folder.resolve("cache").toString());
        List<String> line = List.of("up", "--home", home.toString(), "--port", "0", "--threads", "1");
        try (UpProcess up = UpProcess.start(folder, noPip, line)) {
            UpFile file = up.awaitUp(home);
            assertThat(models(file)).isEmpty();
            assertThat(up.err()).contains("no demo model").contains("pip").contains("--model NAME=FILE.gguf");
        }
        Map<String, String> inCi =
                Map.of("CI", "true", "PATH", noPip.get("PATH"), "XDG_CACHE_HOME", noPip.get("XDG_CACHE_HOME"));
        try (UpProcess up = UpProcess.start(folder, inCi, line)) {
            assertThat(up.exitStatus()).isEqualTo(ExitCode.FAILED.status());
        }
    }

    private static Path model() {
        return shared.resolve("tiny.gguf");
    }

    private UpProcess up(String... more) {
        List<String> line = new ArrayList<>(List.of(
                "up",
                "--home",
                home.toString(),
                "--no-demo",
                "--threads",
                "1",
                "--memory",
                "256m",
                "--model",
                "tiny:1=" + model()));
        if (!List.of(more).contains("--port")) {
            line.addAll(List.of("--port", "0"));
        }
        line.addAll(List.of(more));
        return UpProcess.start(folder, Map.of(), line);
    }

    private UpProcess down() {
        return UpProcess.start(folder, Map.of(), List.of("down", "--home", home.toString()));
    }

    private static List<String> models(UpFile file) {
        try (TroupeClient client = new TroupeClient(new ServerAddress(URI.create(file.url()), file.tenantKey()))) {
            List<String> names = new ArrayList<>();
            client.get("/v1/models")
                    .path("data")
                    .forEach(model -> names.add(model.path("id").asText()));
            return names;
        }
    }
}
