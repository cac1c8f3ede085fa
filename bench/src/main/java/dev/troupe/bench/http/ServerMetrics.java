package dev.troupe.bench.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;

/// Reads our server's `/metrics`.
final class ServerMetrics {
    private static final String KV = "troupe_device_memory_bytes{kind=\"kv\"}";

    private ServerMetrics() {}

    /// Memory that the KV of running sequences and of cached prefixes takes.
    ///
    /// @throws IOException when the server does not answer, or not with this number
    static double kvBytes(Endpoint server) throws IOException, InterruptedException {
        HttpResponse<String> response;
        try (HttpClient client = HttpClient.newHttpClient()) {
            response = client.send(server.request("/metrics").build(), HttpResponse.BodyHandlers.ofString());
        }
        if (response.statusCode() != 200) {
            throw new IOException("/metrics answered " + response.statusCode());
        }
        return response.body()
                .lines()
                .filter(line -> line.startsWith(KV))
                .mapToDouble(
                        line -> Double.parseDouble(line.substring(KV.length()).strip()))
                .findFirst()
                .orElseThrow(() -> new IOException("/metrics does not show " + KV));
    }
}
