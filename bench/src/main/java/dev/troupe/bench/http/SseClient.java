package dev.troupe.bench.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/// Asks servers and takes the time of every line. Lines are read only when the reply is over, so that
/// the client takes as little of the machine as it can. Every burst has connections of its own:
/// llama-server closes one after a stream, and a client that has not noticed yet fails. Used from one
/// thread.
final class SseClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int OK = 200;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(threads)
                .build();
    }

    /// Asks everything at once, in this order, and waits for all answers, in the same order.
    List<Answer> burst(Endpoint server, List<Ask> asks) throws InterruptedException {
        List<HttpRequest> requests =
                asks.stream().map(ask -> request(server, ask)).toList();
        try (HttpClient client = client()) {
            return answers(client, requests);
        }
    }

    private List<Answer> answers(HttpClient client, List<HttpRequest> requests) throws InterruptedException {
        List<Future<Answer>> answers = new ArrayList<>();
        for (HttpRequest request : requests) {
            answers.add(threads.submit(() -> answer(client, request)));
        }
        List<Answer> all = new ArrayList<>();
        for (Future<Answer> answer : answers) {
            try {
                all.add(answer.get());
            } catch (ExecutionException e) {
                all.add(new Answer.Broken(String.valueOf(e.getCause())));
            }
        }
        return all;
    }

    /// Asks one after the other.
    List<Answer> inTurn(Endpoint server, List<Ask> asks) throws InterruptedException {
        List<Answer> all = new ArrayList<>();
        for (Ask ask : asks) {
            all.addAll(burst(server, List.of(ask)));
        }
        return all;
    }

    private static Answer answer(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        long start = System.nanoTime();
        HttpResponse<Stream<String>> response = client.send(request, HttpResponse.BodyHandlers.ofLines());
        try (Stream<String> body = response.body()) {
            if (response.statusCode() != OK) {
                return refusal(response, String.join("\n", body.toList()));
            }
            List<Answer.Line> lines = body.filter(line -> !line.isEmpty())
                    .map(line -> new Answer.Line(line, System.nanoTime()))
                    .toList();
            return Answer.of(lines, start);
        }
    }

    private static Answer refusal(HttpResponse<?> response, String body) {
        OptionalInt retry = response.headers()
                .firstValue("Retry-After")
                .map(text -> OptionalInt.of(Integer.parseInt(text)))
                .orElse(OptionalInt.empty());
        return new Answer.Refused(response.statusCode(), retry, body);
    }

    private static HttpRequest request(Endpoint server, Ask ask) {
        return server.request(ask.path())
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(ask.body(server.model())))
                .build();
    }

    @Override
    public void close() {
        threads.close();
    }
}
