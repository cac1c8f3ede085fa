package dev.troupe.bench.http;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Optional;

/// Where requests go.
///
/// @param model what a request names
/// @param key that a request carries; empty where the server takes all
record Endpoint(URI url, String model, Optional<String> key) {
    Endpoint with(String otherModel) {
        return new Endpoint(url, otherModel, key);
    }

    /// A request for a path, with the key.
    HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve(path));
        key.ifPresent(known -> request.header("Authorization", "Bearer " + known));
        return request;
    }
}
