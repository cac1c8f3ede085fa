package dev.troupe.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.Json;
import dev.troupe.cli.server.ServerAddress;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// A server's REST surface as the commands need it. One thread.
public final class TroupeClient implements AutoCloseable {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);
    /// A cold model may take a while before the first byte.
    private static final Duration FIRST_BYTE_LIMIT = Duration.ofMinutes(5);

    private static final int MAX_BODY_BYTES = 16 << 20;
    private static final int HTTP_OK = 200;
    private static final int CREATED = 201;
    private static final int NOT_FOUND = 404;

    private final ServerAddress server;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_LIMIT)
            .build();

    public TroupeClient(ServerAddress server) {
        this.server = server;
    }

    /// @param path for example `/v1/ps`
    public JsonNode get(String path) {
        return json(path, request(path).timeout(ANSWER_LIMIT).GET().build());
    }

    /// Whether the server has something at `path`.
    boolean exists(String path) {
        HttpResponse<InputStream> response =
                send(request(path).timeout(ANSWER_LIMIT).HEAD().build());
        if (response.statusCode() == HTTP_OK) {
            return true;
        }
        if (response.statusCode() == NOT_FOUND) {
            return false;
        }
        throw ServerErrors.of(response.statusCode(), bodyOf(response));
    }

    /// Sends a body that may take its time.
    JsonNode send(String method, String path, String contentType, HttpRequest.BodyPublisher body) {
        return json(
                path,
                request(path)
                        .header("Content-Type", contentType)
                        .method(method, body)
                        .build());
    }

    private JsonNode json(String path, HttpRequest request) {
        HttpResponse<InputStream> response = send(request);
        String body = bodyOf(response);
        if (response.statusCode() != HTTP_OK && response.statusCode() != CREATED) {
            throw ServerErrors.of(response.statusCode(), body);
        }
        try {
            return Json.MAPPER.readTree(body);
        } catch (JsonProcessingException e) {
            throw new CliException(
                    ExitCode.FAILED, server.resolve(path) + " did not answer with JSON: " + e.getOriginalMessage(), e);
        }
    }

    /// Starts a streamed reply; the caller closes it.
    public ReplyStream chat(ChatRequest request) {
        HttpResponse<InputStream> response = send(request("/v1/chat/completions")
                .timeout(FIRST_BYTE_LIMIT)
                .header("Content-Type", "application/json")
                .header("Accept", "text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(request.toJson()))
                .build());
        if (response.statusCode() != HTTP_OK) {
            throw ServerErrors.of(response.statusCode(), bodyOf(response));
        }
        return new ReplyStream(response.body());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(path)).header("Authorization", "Bearer " + server.apiKey());
    }

    private HttpResponse<InputStream> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw new CliException(
                    ExitCode.UNREACHABLE, "cannot reach " + server.url() + ": " + reason(e) + ". Is it running?", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException(ExitCode.INTERRUPTED, "interrupted", e);
        }
    }

    private static String reason(IOException e) {
        return e.getMessage() == null || e.getMessage().isBlank() ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static String bodyOf(HttpResponse<InputStream> response) {
        try (InputStream in = response.body()) {
            return new String(in.readNBytes(MAX_BODY_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new CliException(ExitCode.FAILED, "the answer broke off: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
