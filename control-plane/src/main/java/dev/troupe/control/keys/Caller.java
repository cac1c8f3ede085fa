package dev.troupe.control.keys;

import dev.troupe.protocol.generate.CacheDomain;
import java.util.Objects;

/// Who sends a request, as its key says.
///
/// @param role what the caller may do
/// @param tenant whom the caller stands for
/// @param cacheDomain where KV of the tenant's requests may be found again
public record Caller(ApiKey.Role role, String tenant, CacheDomain cacheDomain) {
    public Caller {
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(tenant, "tenant");
        Objects.requireNonNull(cacheDomain, "cacheDomain");
    }
}
