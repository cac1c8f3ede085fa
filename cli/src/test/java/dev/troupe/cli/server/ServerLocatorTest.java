package dev.troupe.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.troupe.cli.CliContext;
import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.testing.Captured;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerLocatorTest {
    private static final UpFile UP = new UpFile("http://127.0.0.1:8080", "admin", "tenant", List.of());

    @Test
    void withoutAWordTheHomeTells() {
        assertThat(locate(Map.of(), Optional.empty(), ServerLocator.Need.USE))
                .isEqualTo(new ServerAddress(URI.create("http://127.0.0.1:8080"), "tenant"));
        assertThat(locate(Map.of(), Optional.empty(), ServerLocator.Need.MANAGEMENT)
                        .apiKey())
                .isEqualTo("admin");
    }

    @Test
    void theOptionWinsOverTheVariable() {
        Map<String, String> environment = Map.of("TROUPE_URL", "http://one:1", "TROUPE_API_KEY", "k");
        assertThat(locate(environment, Optional.of("http://two:2/"), ServerLocator.Need.USE)
                        .url())
                .hasToString("http://two:2");
        assertThat(locate(environment, Optional.empty(), ServerLocator.Need.USE).url())
                .hasToString("http://one:1");
    }

    @Test
    void aKeyOfTheEnvironmentAlwaysWins() {
        assertThat(locate(Map.of("TROUPE_API_KEY", "mine"), Optional.empty(), ServerLocator.Need.USE)
                        .apiKey())
                .isEqualTo("mine");
    }

    @Test
    void theKeyOfAHomeIsNeverSentToAnotherServer() {
        assertThat(failure(Map.of(), Optional.of("http://other:1"))).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(locate(Map.of(), Optional.of("http://127.0.0.1:8080"), ServerLocator.Need.USE)
                        .apiKey())
                .isEqualTo("tenant");
    }

    @Test
    void whatIsNoAddressIsAUsageError() {
        for (String text : List.of("localhost:8080", "ftp://x", "http://", "http://a b", "")) {
            assertThat(failure(Map.of("TROUPE_API_KEY", "k"), Optional.of(text)))
                    .as(text)
                    .isEqualTo(ExitCode.USAGE);
        }
    }

    @Test
    void noServerAnywhereSaysHowToStartOne() {
        ServerLocator locator =
                new ServerLocator(Captured.inEnvironment(Map.of()).context(), _ -> Optional.empty());
        assertThatExceptionOfType(CliException.class)
                .isThrownBy(() ->
                        locator.locate(Optional.empty(), Optional.of(Path.of("/nowhere")), ServerLocator.Need.USE))
                .withMessageContaining("/nowhere")
                .withMessageContaining("./troupe up");
    }

    @Test
    void anAddressDoesNotShowItsKey() {
        assertThat(locate(Map.of(), Optional.empty(), ServerLocator.Need.USE).toString())
                .doesNotContain("tenant");
    }

    private static ServerAddress locate(
            Map<String, String> environment, Optional<String> url, ServerLocator.Need need) {
        CliContext context = Captured.inEnvironment(environment).context();
        return new ServerLocator(context, _ -> Optional.of(UP)).locate(url, Optional.empty(), need);
    }

    private static ExitCode failure(Map<String, String> environment, Optional<String> url) {
        try {
            locate(environment, url, ServerLocator.Need.USE);
            return ExitCode.OK;
        } catch (CliException e) {
            return e.exitCode();
        }
    }
}
