package dev.troupe.app.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.server.UpFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeIT {
    private static final UpFile UP = new UpFile("http://127.0.0.1:1", "a", "t", List.of());

    @TempDir
    private Path folder;

    private Path home;

    @BeforeEach
    void placeHome() {
        home = folder.resolve("made").resolve("home");
    }

    @Test
    void aNewHomeIsPrivateInAllItsParts() throws IOException {
        try (Home open = open()) {
            open.publish(UP);
            assertThat(mode(home)).isEqualTo("rwx------");
            assertThat(mode(home.resolve("logs"))).isEqualTo("rwx------");
            for (String file : List.of("up.json", "keys.json", "secret", "home.json", "lock")) {
                assertThat(mode(home.resolve(file))).as(file).isEqualTo("rw-------");
            }
        }
    }

    @Test
    void keysAndTheSecretAreDrawnOnce() {
        Keys first;
        String secret;
        try (Home open = open()) {
            first = open.keys();
            secret = open.secret().text();
            assertThat(open.secret()).asString().doesNotContain(secret);
        }
        try (Home open = Home.open(home, new SplittableRandom(99))) {
            assertThat(open.keys()).isEqualTo(first);
            assertThat(open.secret().text()).isEqualTo(secret);
        }
    }

    @Test
    void aHomeIsForOneAtATime() {
        try (Home open = open()) {
            open.publish(UP);
            assertThat(Home.isInUse(home)).isTrue();
            assertRefused(ExitCode.HOME_IN_USE, "pid " + ProcessHandle.current().pid());
            assertThat(home.resolve("up.json")).exists();
        }
        assertThat(Home.isInUse(home)).isFalse();
        assertThat(home.resolve("up.json")).doesNotExist();
    }

    @Test
    void whatAKilledProcessLeftIsCleared() throws IOException {
        open().close();
        Files.writeString(home.resolve("up.json"), "stale");
        Files.writeString(home.resolve("lock"), "4711");
        try (Home open = open()) {
            assertThat(home.resolve("up.json")).doesNotExist();
            assertThat(open.folder()).isEqualTo(home);
        }
    }

    @Test
    void aNewerHomeIsNotTouched() throws IOException {
        Files.createDirectories(home);
        Files.writeString(home.resolve("home.json"), "{\"version\":2}");
        assertRefused(ExitCode.HOME_TOO_NEW, "layout 2");
        assertThat(files()).containsExactly("home.json");
        assertThat(Home.problem(home)).isPresent();
    }

    @Test
    void anUnreadableHomeIsNotTouched() throws IOException {
        Files.createDirectories(home);
        Files.writeString(home.resolve("home.json"), "?");
        assertRefused(ExitCode.FAILED, "home.json");
        assertThat(files()).containsExactly("home.json");
    }

    @Test
    void brokenKeysAreNamedAndTheHomeStaysFree() throws IOException {
        open().close();
        Files.writeString(home.resolve("keys.json"), "{}");
        assertRefused(ExitCode.FAILED, "keys.json");
        assertThat(Home.isInUse(home)).isFalse();
    }

    private Home open() {
        return Home.open(home, new SplittableRandom(1));
    }

    private void assertRefused(ExitCode code, String message) {
        assertThatExceptionOfType(CliException.class)
                .isThrownBy(this::open)
                .withMessageContaining(message)
                .matches(problem -> problem.exitCode() == code);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> paths = Files.list(home)) {
            return paths.map(path -> path.getFileName().toString()).toList();
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
