package dev.troupe.bench.http;

import java.net.URI;
import java.util.Optional;

/// Where requests go.
///
/// @param model what a request names
/// @param key that a request carries; empty where the server takes all
record Endpoint(URI url, String model, Optional<String> key) {
    Endpoint with(String otherModel) {
        return new Endpoint(url, otherModel, key);
    }
}
