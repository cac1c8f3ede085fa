package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.fake.FakeStream;
import dev.troupe.control.fake.Gateway;
import dev.troupe.control.fake.RawClient;
import dev.troupe.control.limits.StreamLimits;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

final class BackPressureIT {
    private static final int TOKENS = 100_000;

    @Test
    void aReaderThatStopsReadingStopsTheNodeAndGoesOnWhereItWas() {
        try (Gateway gateway = Gateway.start();
                RawClient client = new RawClient(gateway.url("/"), 4 << 10)) {
            gateway.node().playing(stream -> stream.tokens("x".repeat(TOKENS)));
            client.post("/v1/completions", completion());
            FakeStream stream = gateway.node().next();

            int stoodAt = standsStill(stream);
            assertThat(stoodAt).isGreaterThan(64).isLessThan(TOKENS / 2);

            client.readUntil("id: " + stoodAt + "\n");
            Awaitility.await().until(() -> stream.sent() > stoodAt);
        }
    }

    @Test
    void aReaderThatTakesNothingForTooLongIsGivenUp() {
        try (Gateway gateway = Gateway.start(config -> config.with(new StreamLimits(
                        64,
                        Duration.ofSeconds(10),
                        Duration.ofMillis(300),
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(5))));
                RawClient client = new RawClient(gateway.url("/"), 4 << 10)) {
            gateway.node().playing(stream -> stream.tokens("x".repeat(TOKENS)));
            client.post("/v1/completions", completion());
            FakeStream stalled = gateway.node().next();

            // Meanwhile others are served as ever.
            gateway.node().saying("quick");
            for (int i = 0; i < 3; i++) {
                assertThat(gateway.post("/v1/completions", completion()).body()).endsWith("data: [DONE]\n\n");
            }
            stalled.awaitCancelled();
            assertThat(client.readAll()).doesNotContain("[DONE]").doesNotEndWith("0\r\n\r\n");
            Awaitility.await()
                    .untilAsserted(() -> assertThat(gateway.get("/metrics").body())
                            .contains("troupe_slow_clients_total 1.0\n")
                            .contains("troupe_request_success_total{finished_reason=\"abort\"} 1.0\n"));
        }
    }

    /// Waits until no token was let through for a second.
    private static int standsStill(FakeStream stream) {
        int[] last = {-1};
        Awaitility.await()
                .pollInterval(Duration.ofSeconds(1))
                .atMost(Duration.ofMinutes(1))
                .until(() -> {
                    int before = last[0];
                    last[0] = stream.sent();
                    return last[0] == before;
                });
        return last[0];
    }

    private static String completion() {
        return "{\"model\":\"smollm2\",\"prompt\":\"x\",\"stream\":true,\"max_tokens\":500}";
    }
}
