package dev.troupe.control;

import dev.troupe.control.keys.ApiKey;
import dev.troupe.control.keys.ClusterSecret;
import dev.troupe.control.limits.Limits;
import dev.troupe.control.limits.OverloadLimits;
import dev.troupe.control.limits.StreamLimits;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;

/// Everything that a control plane is told at its start.
///
/// @param host address to listen on
/// @param port TCP port; 0 takes a free one
/// @param keys who may call; with none, only `/health/*` answers
/// @param secret from which the tenants' cache domains are derived
/// @param limits what one request, and all of them together, may take
/// @param overload when requests are refused because there are too many
/// @param stream how replies are sent
public record ControlPlaneConfig(
        String host,
        int port,
        List<ApiKey> keys,
        ClusterSecret secret,
        Limits limits,
        OverloadLimits overload,
        StreamLimits stream) {
    private static final int MAX_PORT = 65_535;

    public ControlPlaneConfig {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(secret, "secret");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(overload, "overload");
        Objects.requireNonNull(stream, "stream");
        keys = List.copyOf(keys);
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port is " + port + "; allowed is 0 to " + MAX_PORT);
        }
    }

    /// Loopback only, default limits, and a secret of its own that is forgotten with it.
    public static ControlPlaneConfig of(int port, List<ApiKey> keys) {
        return new ControlPlaneConfig(
                "127.0.0.1",
                port,
                keys,
                ClusterSecret.draw(new SecureRandom()),
                Limits.defaults(),
                OverloadLimits.defaults(),
                StreamLimits.defaults());
    }

    public ControlPlaneConfig with(ClusterSecret other) {
        return new ControlPlaneConfig(host, port, keys, other, limits, overload, stream);
    }

    public ControlPlaneConfig with(Limits other) {
        return new ControlPlaneConfig(host, port, keys, secret, other, overload, stream);
    }

    public ControlPlaneConfig with(OverloadLimits other) {
        return new ControlPlaneConfig(host, port, keys, secret, limits, other, stream);
    }

    public ControlPlaneConfig with(StreamLimits other) {
        return new ControlPlaneConfig(host, port, keys, secret, limits, overload, other);
    }
}
