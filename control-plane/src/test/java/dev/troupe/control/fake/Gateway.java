package dev.troupe.control.fake;

import dev.troupe.control.ControlPlane;
import dev.troupe.control.ControlPlaneConfig;
import dev.troupe.control.catalog.ModelCatalog;
import dev.troupe.control.keys.ApiKey;
import dev.troupe.control.keys.ApiKey.Role;
import dev.troupe.control.models.ManagedModels;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/// A real gateway on a free port in front of a {@link FakeNode}, with a client.
public final class Gateway implements AutoCloseable {
    public static final String KEY = "sk-test-tenant";
    public static final String ADMIN_KEY = "sk-test-admin";
    public static final String MODEL = "smollm2:135m";

    private final FakeNode node;
    private final ControlPlane plane;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Gateway(FakeNode node, ControlPlane plane) {
        this.node = node;
        this.plane = plane;
    }

    public static Gateway start() {
        return start(UnaryOperator.identity());
    }

    public static Gateway start(UnaryOperator<ControlPlaneConfig> change) {
        FakeNode node = new FakeNode();
        return new Gateway(node, ControlPlane.start(change.apply(config()), node, catalog()));
    }

    /// With models that come and go.
    public static Gateway start(ManagedModels models) {
        FakeNode node = new FakeNode();
        return new Gateway(node, ControlPlane.start(config(), node, models));
    }

    public static ControlPlaneConfig config() {
        return ControlPlaneConfig.of(
                0, List.of(ApiKey.of(Role.TENANT, "acme", KEY), ApiKey.of(Role.ADMIN, "system", ADMIN_KEY)));
    }

    public static ModelCatalog catalog() {
        return ModelCatalog.of(List.of(FakeModels.model(MODEL, List.of("smollm2"), 'a')));
    }

    public FakeNode node() {
        return node;
    }

    public URI url(String path) {
        return plane.url().resolve(path);
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(url(path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + KEY);
    }

    public HttpRequest posting(String path, String json) {
        return request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json))
                .build();
    }

    public HttpResponse<String> post(String path, String json) {
        return send(posting(path, json));
    }

    public HttpResponse<String> get(String path) {
        return send(request(path).build());
    }

    public HttpResponse<String> send(HttpRequest request) {
        return send(request, BodyHandlers.ofString());
    }

    public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return client.send(request, handler);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(request + " failed", e);
        }
    }

    public ControlPlane plane() {
        return plane;
    }

    @Override
    public void close() {
        client.close();
        plane.close();
    }
}
