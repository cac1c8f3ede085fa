package dev.troupe.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.cli.ExitCode;
import dev.troupe.cli.doctor.Check;
import dev.troupe.cli.testing.Captured;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TroupeCliTest {
    private final Captured process = Captured.inEnvironment(Map.of("TROUPE_HOME", "/home/of/test"));
    private final FakeTroupe local = new FakeTroupe();

    @Test
    void upHasDefaults() {
        assertThat(run("up")).isZero();
        assertThat(local.started)
                .containsExactly(new UpOptions(
                        Path.of("/home/of/test"),
                        8080,
                        false,
                        true,
                        false,
                        Map.of(),
                        OptionalInt.empty(),
                        OptionalLong.empty()));
    }

    @Test
    void upTakesEveryOption() {
        assertThat(run(
                        "up",
                        "--home",
                        "/h",
                        "--port",
                        "0",
                        "--detach",
                        "--no-demo",
                        "--json",
                        "--model",
                        "a:b=/x.gguf",
                        "--model",
                        "c=/y.gguf",
                        "--threads",
                        "3",
                        "--memory",
                        "1.5g"))
                .isZero();
        UpOptions options = local.started.getFirst();
        assertThat(options.models().keySet()).containsExactly("a:b", "c");
        assertThat(options)
                .isEqualTo(new UpOptions(
                        Path.of("/h"),
                        0,
                        true,
                        false,
                        true,
                        Map.of("a:b", Path.of("/x.gguf"), "c", Path.of("/y.gguf")),
                        OptionalInt.of(3),
                        OptionalLong.of(3L << 29)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "up --port 65536",
                "up --port x",
                "up --threads 0",
                "up --memory lots",
                "up --model nopath",
                "up surplus",
                "run",
                "run m --temperature warm hi",
                "demo"
            })
    void whatIsNotUnderstoodIsAUsageErrorAndStartsNothing(String line) {
        assertThat(run(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(ExitCode.USAGE.status());
        assertThat(process.err()).startsWith("troupe: ");
        assertThat(local.started).isEmpty();
    }

    @Test
    void helpAndVersionAreThereForEveryCommand() {
        assertThat(run("--version")).isZero();
        assertThat(process.out()).contains("troupe 1.2.3");
        for (String command : List.of("up", "down", "run", "ps", "doctor", "demo")) {
            assertThat(run(command, "--help")).as(command).isZero();
            assertThat(process.out()).contains("troupe " + command);
        }
        assertThat(process.err()).isEmpty();
    }

    @Test
    void downStopsTheHomeThatWasMeant() {
        run("down");
        run("down", "--home", "/other");
        assertThat(local.stopped).containsExactly(Path.of("/home/of/test"), Path.of("/other"));
    }

    @Test
    void demoFetchPrintsThePlaceOnly() {
        assertThat(run("demo", "fetch")).isZero();
        assertThat(process.out()).isEqualTo("/cache/demo.gguf\n");
    }

    @Test
    void doctorFailsWhenOneCheckDoes() {
        local.checks = List.of(Check.ok("jdk", "25"), Check.warn("cpu", "slow"));
        assertThat(run("doctor")).isZero();
        assertThat(process.out()).contains("ok").contains("warn").contains("slow");

        local.checks = List.of(Check.fail("gcc", "missing"));
        assertThat(run("doctor", "--json")).isEqualTo(ExitCode.FAILED.status());
        assertThat(process.out()).endsWith("[{\"name\":\"gcc\",\"status\":\"fail\",\"detail\":\"missing\"}]\n");
    }

    @Test
    void withoutAServerTheCodeSaysSo() {
        assertThat(run("ps")).isEqualTo(ExitCode.UNREACHABLE.status());
        assertThat(run("run", "m", "hello")).isEqualTo(ExitCode.UNREACHABLE.status());
        assertThat(process.err().lines()).hasSize(2);
    }

    private int run(String... arguments) {
        return TroupeCli.execute(process.context(), local, arguments);
    }
}
