package dev.troupe.control;

import dev.troupe.control.keys.ApiKey;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/// Everything that a control plane is told at its start.
///
/// @param host address to listen on
/// @param port TCP port; 0 takes a free one
/// @param keys who may call; with none, only `/health/*` answers
/// @param limits what one request, and all of them together, may take
/// @param stream how replies are sent
public record ControlPlaneConfig(String host, int port, List<ApiKey> keys, Limits limits, StreamLimits stream) {
    private static final int MAX_PORT = 65_535;

    public ControlPlaneConfig {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(stream, "stream");
        keys = List.copyOf(keys);
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port is " + port + "; allowed is 0 to " + MAX_PORT);
        }
    }

    /// Loopback only, default limits.
    public static ControlPlaneConfig of(int port, List<ApiKey> keys) {
        return new ControlPlaneConfig("127.0.0.1", port, keys, Limits.defaults(), StreamLimits.defaults());
    }

    public ControlPlaneConfig with(Limits other) {
        return new ControlPlaneConfig(host, port, keys, other, stream);
    }

    public ControlPlaneConfig with(StreamLimits other) {
        return new ControlPlaneConfig(host, port, keys, limits, other);
    }

    /// @param maxBodyBytes of one request; above it: 413
    /// @param maxPromptTokens of one prompt, beside the model's own context; above it: 400
    /// @param maxPrompts prompts of one `/v1/completions` request; above it: 400
    /// @param maxConcurrentReplies replies in the making, one per prompt; above it: 429
    /// @param defaultMaxTokens what `max_tokens` is when a request has none, if the context has
    ///     that much room left
    public record Limits(
            int maxBodyBytes, int maxPromptTokens, int maxPrompts, int maxConcurrentReplies, int defaultMaxTokens) {
        public Limits {
            atLeastOne("maxBodyBytes", maxBodyBytes);
            atLeastOne("maxPromptTokens", maxPromptTokens);
            atLeastOne("maxPrompts", maxPrompts);
            atLeastOne("maxConcurrentReplies", maxConcurrentReplies);
            atLeastOne("defaultMaxTokens", defaultMaxTokens);
        }

        public static Limits defaults() {
            return new Limits(8 << 20, 1 << 20, 64, 256, 4096);
        }
    }

    /// @param bufferTokens tokens of one reply that may wait here for a slow reader; then the node
    ///     pauses it
    /// @param heartbeat pause after which a comment line is sent
    /// @param stallTimeout how long a reader may take nothing before its request is cancelled
    /// @param silenceTimeout how long a node may say nothing before its request has failed
    /// @param stopTimeout how long `close` waits for replies to end
    public record StreamLimits(
            int bufferTokens,
            Duration heartbeat,
            Duration stallTimeout,
            Duration silenceTimeout,
            Duration stopTimeout) {
        public StreamLimits {
            atLeastOne("bufferTokens", bufferTokens);
            positive("heartbeat", heartbeat);
            positive("stallTimeout", stallTimeout);
            positive("silenceTimeout", silenceTimeout);
            positive("stopTimeout", stopTimeout);
        }

        public static StreamLimits defaults() {
            return new StreamLimits(
                    64, Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofMinutes(10), Duration.ofSeconds(10));
        }
    }

    private static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " is " + value + "; the least is 1");
        }
    }

    private static void positive(String name, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be above zero");
        }
    }
}
