package dev.troupe.control.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.control.keys.ApiKey.Role;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class CacheDomainsTest {
    private final ClusterSecret secret = ClusterSecret.parse("07".repeat(32)).orElseThrow();
    private final CacheDomains domains = CacheDomains.of(
            secret,
            List.of(
                    ApiKey.of(Role.TENANT, "acme", "a"),
                    ApiKey.of(Role.ADMIN, "acme", "b"),
                    ApiKey.of(Role.TENANT, "other", "c")));

    /// Computed by another program from HKDF's definition.
    @Test
    void theKeyIsWhatTheDefinitionSays() {
        assertThat(domains.of("acme").key())
                .isEqualTo("e3a5949387cb001cdfddb9b483b1f8ce45a24c0f524394311933212b4f6b14e9");
    }

    @Test
    void tenantsAndSecretsHaveTheirOwn() {
        ClusterSecret another = ClusterSecret.draw(new SplittableRandom(7));
        assertThat(domains.of("other")).isNotEqualTo(domains.of("acme"));
        assertThat(CacheDomains.derive(another, "acme")).isNotEqualTo(domains.of("acme"));
    }

    @Test
    void aTenantWithoutAKeyHasNone() {
        assertThatThrownBy(() -> domains.of("nobody")).hasMessageContaining("'nobody'");
    }

    @Test
    void nothingSecretIsPrinted() {
        String printed = secret + " " + domains.of("acme") + " " + new Caller(Role.TENANT, "acme", domains.of("acme"));
        assertThat(printed)
                .doesNotContain("0707")
                .doesNotContain(domains.of("acme").key());
    }

    @Test
    void aSecretComesBackFromItsText() {
        assertThat(ClusterSecret.parse(secret.text() + "\n").orElseThrow().text())
                .isEqualTo(secret.text());
        assertThat(ClusterSecret.parse("07")).isEmpty();
        assertThat(ClusterSecret.parse("zz".repeat(32))).isEmpty();
    }
}
