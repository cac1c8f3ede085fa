package dev.troupe.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class ServerAddressTest {
    @Test
    void pathsAreAppendedToWhateverComesBeforeThem() {
        assertThat(resolved("http://h:1")).isEqualTo("http://h:1/v1/ps");
        assertThat(resolved("http://h:1/")).isEqualTo("http://h:1/v1/ps");
        assertThat(resolved("https://h/behind/proxy/")).isEqualTo("https://h/behind/proxy/v1/ps");
    }

    private static String resolved(String url) {
        return new ServerAddress(URI.create(url), "k").resolve("/v1/ps").toString();
    }
}
