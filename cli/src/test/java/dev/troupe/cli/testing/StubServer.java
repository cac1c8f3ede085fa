package dev.troupe.cli.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/// A server that answers as it was told, and keeps what it was asked.
public final class StubServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final BlockingQueue<String> bodies = new LinkedBlockingQueue<>();

    /// What it does with one request whose body was read.
    public interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    public StubServer(Map<String, Answer> answers) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        answers.forEach((path, answer) -> server.createContext(path, exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            try (exchange) {
                answer.to(exchange);
            }
        }));
        server.setExecutor(threads);
        server.start();
    }

    public static Answer json(int status, String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    /// Sends each piece as one event; what the last one is decides how the stream ends.
    public static Answer events(List<String> pieces) {
        return exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            for (String piece : pieces) {
                send(exchange, piece);
            }
        };
    }

    public static void send(HttpExchange exchange, String data) throws IOException {
        OutputStream out = exchange.getResponseBody();
        out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public Map<String, String> environment() {
        return Map.of("TROUPE_URL", url(), "TROUPE_API_KEY", "test-key");
    }

    /// The bodies received so far, oldest first.
    public List<String> bodies() {
        return List.copyOf(bodies);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
