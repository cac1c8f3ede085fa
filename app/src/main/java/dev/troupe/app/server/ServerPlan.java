package dev.troupe.app.server;

import dev.troupe.app.home.Keys;
import dev.troupe.control.keys.ClusterSecret;
import java.nio.file.Path;
import java.util.List;

/// Everything that a server is started with.
///
/// @param store folder of the model store
/// @param port `0..65535`; 0 takes a free one
/// @param keys who may call
/// @param secret from which other secrets are derived
/// @param models what is served, in order
/// @param threads threads of the device, at least 1
/// @param memoryBytes memory of the device
public record ServerPlan(
        Path store, int port, Keys keys, ClusterSecret secret, List<ModelWish> models, int threads, long memoryBytes) {
    /// Loopback only: who wants more puts a proxy in front.
    public static final String HOST = "127.0.0.1";

    public ServerPlan {
        models = List.copyOf(models);
    }
}
