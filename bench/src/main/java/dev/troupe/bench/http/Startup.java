package dev.troupe.bench.http;

import dev.troupe.bench.peer.tool.EndsWithUs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Starts server processes and waits until they answer.
final class Startup {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int OK = 200;
    private static final int TAIL_CHARACTERS = 2000;

    private Startup() {}

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    static URI local(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }

    /// Starts a process whose output goes to `log`, and returns when `health` answers with 200.
    static Process start(List<String> words, Path log, URI health) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        EndsWithUs.bind(process);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try (HttpClient client = HttpClient.newHttpClient()) {
            while (!answers(client, health)) {
                if (!process.isAlive() || System.nanoTime() > deadline) {
                    process.destroyForcibly();
                    throw new IOException(words.getFirst() + " did not get ready: " + tail(log));
                }
                Thread.sleep(POLL);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw e;
        }
        return process;
    }

    private static boolean answers(HttpClient client, URI health) throws InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(health).timeout(Duration.ofSeconds(5)).build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException _) {
            // Not listening yet.
            return false;
        }
    }

    private static String tail(Path log) throws IOException {
        String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
        return text.substring(Math.max(0, text.length() - TAIL_CHARACTERS));
    }
}
