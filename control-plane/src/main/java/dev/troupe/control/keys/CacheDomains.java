package dev.troupe.control.keys;

import dev.troupe.protocol.generate.CacheDomain;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/// In which circle each tenant's KV may be found again: HKDF with SHA-256 of the cluster's secret
/// and the tenant. Who knows neither cannot guess it, and no two tenants share one. Immutable.
final class CacheDomains {
    private static final int KEY_BYTES = 32;
    private static final byte[] PURPOSE = "troupe kv cache domain".getBytes(StandardCharsets.US_ASCII);

    private final Map<String, CacheDomain> byTenant;

    private CacheDomains(Map<String, CacheDomain> byTenant) {
        this.byTenant = Map.copyOf(byTenant);
    }

    /// Derives them for every tenant that has a key.
    static CacheDomains of(ClusterSecret secret, Collection<ApiKey> keys) {
        Map<String, CacheDomain> byTenant = new HashMap<>();
        keys.forEach(key -> byTenant.computeIfAbsent(key.tenant(), tenant -> derive(secret, tenant)));
        return new CacheDomains(byTenant);
    }

    /// @throws IllegalArgumentException for a tenant without a key
    CacheDomain of(String tenant) {
        return Optional.ofNullable(byTenant.get(tenant))
                .orElseThrow(() -> new IllegalArgumentException("no key stands for the tenant '" + tenant + "'"));
    }

    static CacheDomain derive(ClusterSecret secret, String tenant) {
        try {
            byte[] key = KDF.getInstance("HKDF-SHA256")
                    .deriveData(HKDFParameterSpec.ofExtract()
                            .addIKM(secret.bytes())
                            .addSalt(PURPOSE)
                            .thenExpand(tenant.getBytes(StandardCharsets.UTF_8), KEY_BYTES));
            return new CacheDomain(HexFormat.of().formatHex(key));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK of this version has HKDF-SHA256", e);
        }
    }
}
