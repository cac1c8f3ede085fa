package dev.troupe.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.app.demo.DemoFetcher;
import dev.troupe.app.demo.DemoModel;
import dev.troupe.app.home.Home;
import dev.troupe.cli.doctor.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineChecksIT {
    @TempDir
    private Path folder;

    @Test
    void everyPartOfTheMachineIsLookedAtAndNothingIsChanged() throws IOException {
        List<Check> checks = checks();

        assertThat(checks)
                .extracting(Check::name)
                .containsExactly("jdk", "gcc", "make", "mvn", "pip", "cpu", "cores", "memory", "demo model", "home");
        assertThat(checks).noneMatch(check -> check.status() == Check.Status.FAIL);
        assertThat(checks).noneMatch(check -> check.detail().isBlank());
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void aMissingDemoModelIsAWarningThatSaysHowToGetIt() {
        assertThat(found("demo model").status()).isEqualTo(Check.Status.WARN);
        assertThat(found("demo model").detail()).contains("./troupe demo fetch");
    }

    @Test
    void aHomeIsToldAsItIs() throws IOException {
        assertThat(found("home").detail()).contains("not there yet");
        try (Home home = Home.open(home(), new SplittableRandom(1))) {
            assertThat(found("home").detail()).contains(home.folder() + ", in use, still starting");
        }
        assertThat(found("home").detail()).contains("nothing runs");

        Files.writeString(home().resolve("home.json"), "{\"version\":7}");
        assertThat(found("home").status()).isEqualTo(Check.Status.FAIL);
        assertThat(found("home").detail()).contains("layout 7");
    }

    private Check found(String name) {
        return checks().stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private List<Check> checks() {
        DemoFetcher demo = new DemoFetcher(DemoModel.SMOLLM2, folder.resolve("cache"), (_, _) -> {
            throw new IOException("no network in this test");
        });
        return new MachineChecks(demo).of(home());
    }

    private Path home() {
        return folder.resolve("home");
    }
}
