package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.fake.FakeStream;
import dev.troupe.control.fake.Gateway;
import dev.troupe.control.fake.RawClient;
import dev.troupe.control.limits.Limits;
import dev.troupe.control.limits.OverloadLimits;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

final class OverloadIT {
    private static final int CAPACITY = 4;
    private static final String CHAT = "/v1/chat/completions";

    @Test
    void tenTimesTheCapacityIsServedOrRefusedAndNothingElse() throws Exception {
        try (Gateway gateway = Gateway.start(config -> config.with(new Limits(1 << 20, 1 << 20, 64, CAPACITY, 100)));
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < 10 * CAPACITY; i++) {
                answers.add(clients.submit(() -> gateway.post(CHAT, chat(",\"stream\":true"))));
            }
            List<FakeStream> admitted = new ArrayList<>();
            for (int i = 0; i < CAPACITY; i++) {
                admitted.add(gateway.node().next());
            }
            Awaitility.await()
                    .until(() -> answers.stream().filter(Future::isDone).count() == 9 * CAPACITY);
            assertThat(gateway.node().hasNoRequest()).isTrue();
            admitted.forEach(stream -> stream.say("done"));
            Map<Integer, Long> byStatus = answers.stream()
                    .map(OverloadIT::answer)
                    .collect(Collectors.groupingBy(HttpResponse::statusCode, Collectors.counting()));
            assertThat(byStatus).isEqualTo(Map.of(200, (long) CAPACITY, 429, 9L * CAPACITY));
            for (Future<HttpResponse<String>> answer : answers) {
                check(answer(answer));
            }
            assertThat(gateway.get("/metrics").body())
                    .contains("troupe_requests_refused_total{reason=\"replies\"} " + 9.0 * CAPACITY + "\n")
                    .contains("troupe_request_success_total{finished_reason=\"stop\"} " + (double) CAPACITY + "\n");
        }
    }

    private static void check(HttpResponse<String> answer) {
        if (answer.statusCode() == 200) {
            assertThat(answer.body()).endsWith("data: [DONE]\n\n");
        } else {
            assertThat(Integer.parseInt(
                            answer.headers().firstValue("Retry-After").orElseThrow()))
                    .isBetween(1, 300);
            assertThat(answer.body()).contains("\"code\":\"overloaded\"");
        }
    }

    @Test
    void bodiesInFlightAreBoundedTogetherAndRoomComesBack() {
        OverloadLimits limits =
                new OverloadLimits(1000, Duration.ofMinutes(1), Duration.ofSeconds(30), Duration.ofMinutes(1));
        try (Gateway gateway = Gateway.start(config -> config.with(limits))) {
            try (RawClient half = new RawClient(gateway.url("/"))) {
                half.head(CHAT, "Content-Length: 900").write("{");
                Awaitility.await().untilAsserted(() -> {
                    HttpResponse<String> refused = gateway.post(CHAT, chat(",\"user\":\"" + "x".repeat(100) + "\""));
                    assertThat(refused.statusCode()).isEqualTo(429);
                    assertThat(refused.body()).contains("bodies of 900 bytes are in flight");
                    assertThat(refused.headers().firstValue("Retry-After")).isPresent();
                });
            }
            gateway.node().saying("x");
            Awaitility.await()
                    .untilAsserted(() -> assertThat(gateway.post(CHAT, chat(",\"user\":\"" + "x".repeat(800) + "\""))
                                    .statusCode())
                            .isEqualTo(200));
            for (int i = 0; i < 5; i++) {
                assertThat(gateway.post(CHAT, "{" + " ".repeat(800)).statusCode())
                        .isEqualTo(400);
            }
            assertThat(gateway.get("/metrics").body()).containsPattern("refused_total\\{reason=\"bodies\"\\} [1-9]");
        }
    }

    @Test
    void aBodyOfUnknownLengthCountsAsTheLargest() {
        OverloadLimits limits =
                new OverloadLimits(1000, Duration.ofMinutes(1), Duration.ofSeconds(30), Duration.ofMinutes(1));
        try (Gateway gateway = Gateway.start(config -> config.with(limits));
                RawClient client = new RawClient(gateway.url("/"))) {
            client.head(CHAT, "Transfer-Encoding: chunked");
            assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 429 ");
        }
    }

    @Test
    void aDeadlineMustBeANumber() {
        try (Gateway gateway = Gateway.start()) {
            HttpResponse<String> response = gateway.send(gateway.request(CHAT)
                    .header("Content-Type", "application/json")
                    .header("X-Request-Deadline-Ms", "soon")
                    .POST(BodyPublishers.ofString(chat("")))
                    .build());
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).contains("\"param\":\"X-Request-Deadline-Ms\"");
        }
    }

    private static HttpResponse<String> answer(Future<HttpResponse<String>> future) {
        try {
            return future.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String chat(String more) {
        return "{\"model\":\"smollm2\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]" + more + "}";
    }
}
