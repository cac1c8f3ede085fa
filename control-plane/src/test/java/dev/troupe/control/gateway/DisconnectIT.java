package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.fake.FakeStream;
import dev.troupe.control.fake.Gateway;
import dev.troupe.control.fake.RawClient;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The cure for a web server that tells a publisher only at its next event: here no event comes.
final class DisconnectIT {
    private static Gateway gateway;

    @BeforeAll
    static void start() {
        gateway = Gateway.start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void aClientThatLeavesDuringPrefillCancelsTheNodesStream(String stream) {
        FakeStream running;
        try (RawClient client = new RawClient(gateway.url("/"))) {
            client.post("/v1/chat/completions", chat(stream));
            running = gateway.node().next();
            assertThat(running.isCancelled()).isFalse();
        }
        running.awaitCancelled();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/chat/completions", "/v1/completions"})
    void aClientThatLeavesBetweenTokensCancelsTheNodesStream(String path) {
        FakeStream running;
        try (RawClient client = new RawClient(gateway.url("/"))) {
            client.post(
                    path,
                    path.contains("chat") ? chat("true") : "{\"model\":\"smollm2\",\"prompt\":\"x\",\"stream\":true}");
            running = gateway.node().next();
            running.tokens("a");
            client.readUntil("id: 1\n");
        }
        running.awaitCancelled();
    }

    @Test
    void everyPromptsStreamIsCancelled() {
        FakeStream first;
        FakeStream second;
        try (RawClient client = new RawClient(gateway.url("/"))) {
            client.post("/v1/completions", "{\"model\":\"smollm2\",\"prompt\":[\"x\",\"y\"]}");
            first = gateway.node().next();
            second = gateway.node().next();
        }
        first.awaitCancelled();
        second.awaitCancelled();
    }

    @Test
    void aClientThatLeftIsCounted() {
        try (RawClient client = new RawClient(gateway.url("/"))) {
            client.post("/v1/chat/completions", chat("true"));
            gateway.node().next();
        }
        Awaitility.await()
                .untilAsserted(() -> assertThat(gateway.get("/metrics").body())
                        .containsPattern("troupe_request_success_total\\{finished_reason=\"abort\"\\} [1-9]"));
    }

    private static String chat(String stream) {
        return "{\"model\":\"smollm2\",\"stream\":" + stream
                + ",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    }
}
