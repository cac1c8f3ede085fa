package dev.troupe.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.protocol.Digest;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/// The routes of models and their files.
///
/// @param client asks the server
public record ModelsClient(TroupeClient client) {
    private static final String BLOBS = "/v1/blobs/";
    private static final String MODELS = "/v1/models";

    public boolean hasBlob(Digest digest) {
        return client.exists(BLOBS + digest);
    }

    /// @param bytes how many `content` gives
    public void upload(Digest digest, long bytes, Supplier<InputStream> content) {
        BodyPublisher body = BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(content), Math.max(1, bytes));
        client.send("POST", BLOBS + digest, "application/octet-stream", bytes == 0 ? BodyPublishers.noBody() : body);
    }

    /// @param json `{name, files, quantize?}`
    public JsonNode create(String json) {
        return client.send("POST", MODELS, "application/json", BodyPublishers.ofString(json));
    }

    public JsonNode list() {
        return client.get(MODELS);
    }

    public JsonNode model(String name) {
        return client.get(path(name));
    }

    public JsonNode delete(String name) {
        return client.send("DELETE", path(name), "application/json", BodyPublishers.noBody());
    }

    /// A name is typed by somebody: what means something in a path is written so that it means nothing.
    private static String path(String name) {
        String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
        return MODELS + "/" + encoded.replace("%2F", "/").replace("%3A", ":");
    }
}
