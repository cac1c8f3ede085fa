package dev.troupe.app.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeysTest {
    private final Keys keys = Keys.draw(new SplittableRandom(7));

    @Test
    void bothKeysAreLongAndDifferent() {
        assertThat(keys.adminKey()).hasSizeGreaterThan(40).startsWith("troupe-admin-");
        assertThat(keys.tenantKey()).hasSizeGreaterThan(40).startsWith("troupe-key-");
        assertThat(keys.adminKey().substring(13)).isNotEqualTo(keys.tenantKey().substring(11));
    }

    @Test
    void keysNeedNoQuotingAnywhere() {
        assertThat(keys.adminKey() + keys.tenantKey()).matches("[A-Za-z0-9_-]+");
    }

    @Test
    void whatIsWrittenIsReadBack() {
        assertThat(Keys.parse(keys.toJson())).contains(keys);
    }

    @Test
    void whatHoldsNoKeysIsNoKeyFile() {
        assertThat(Keys.parse("{\"adminKey\":\"a\"}")).isEmpty();
        assertThat(Keys.parse("nonsense")).isEmpty();
    }

    @Test
    void keysAreNotShown() {
        assertThat(keys.toString()).doesNotContain(keys.tenantKey());
    }
}
