package dev.troupe.control.keys;

import dev.troupe.protocol.Digest;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// One key: who it stands for, and the hash of its secret. The secret itself is not kept.
///
/// @param role what it may do
/// @param tenant whom it stands for
/// @param secretHash SHA-256 of the secret's UTF-8 bytes
public record ApiKey(Role role, String tenant, Digest secretHash) {
    public ApiKey {
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(tenant, "tenant");
        Objects.requireNonNull(secretHash, "secretHash");
    }

    /// What a key may do.
    public enum Role {
        /// Everything, for every tenant.
        ADMIN,
        /// The data plane, for its own tenant.
        TENANT
    }

    /// @param secret what a client sends after `Bearer `; at least one character
    public static ApiKey of(Role role, String tenant, String secret) {
        if (secret.isEmpty()) {
            throw new IllegalArgumentException("the secret of a key is empty");
        }
        return new ApiKey(role, tenant, hash(secret));
    }

    static Digest hash(String secret) {
        return Digest.of(Digest.sha256().digest(secret.getBytes(StandardCharsets.UTF_8)));
    }
}
