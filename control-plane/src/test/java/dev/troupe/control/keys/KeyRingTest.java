package dev.troupe.control.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.control.keys.ApiKey.Role;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyRingTest {
    private static final ClusterSecret SECRET =
            ClusterSecret.parse("07".repeat(32)).orElseThrow();

    private final ApiKey admin = ApiKey.of(Role.ADMIN, "system", "sk-admin");
    private final ApiKey tenant = ApiKey.of(Role.TENANT, "acme", "sk-acme");
    private final KeyRing ring = new KeyRing(List.of(admin, tenant), SECRET);

    @Test
    void eachSecretFindsItsOwnKey() {
        assertThat(ring.authenticate(Optional.of("Bearer sk-admin"))).isEqualTo(caller(admin));
        assertThat(ring.authenticate(Optional.of("Bearer sk-acme"))).isEqualTo(caller(tenant));
    }

    @Test
    void theWordBearerMayBeWrittenInAnyCase() {
        assertThat(ring.authenticate(Optional.of("bearer sk-acme"))).isEqualTo(caller(tenant));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer ", "Bearer sk-acme2", "Bearer sk-acm", "Basic sk-acme", "sk-acme"})
    void nothingElseOpens(String header) {
        assertRefused(Optional.of(header));
    }

    @Test
    void aMissingHeaderIsRefused() {
        assertRefused(Optional.empty());
    }

    @Test
    void aRefusalDoesNotRepeatTheSecret() {
        assertThatThrownBy(() -> ring.authenticate(Optional.of("Bearer hunter2")))
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aKeyDoesNotHoldItsSecret() {
        assertThat(admin.toString()).doesNotContain("sk-admin").contains("sha256:");
    }

    private static Caller caller(ApiKey key) {
        return new Caller(key.role(), key.tenant(), CacheDomains.derive(SECRET, key.tenant()));
    }

    private void assertRefused(Optional<String> header) {
        assertThatThrownBy(() -> ring.authenticate(header))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHORIZED));
    }
}
