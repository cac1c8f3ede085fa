package dev.troupe.app.home;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HomeVersionTest {
    @Test
    void whatThisVersionWritesItReads() {
        assertThat(HomeVersion.of(HomeVersion.currentJson())).isEqualTo(new HomeVersion.Readable());
    }

    @Test
    void aNewerLayoutIsToldWithItsNumber() {
        assertThat(HomeVersion.of("{\"version\":2,\"more\":[]}")).isEqualTo(new HomeVersion.TooNew(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{}", "[]", "{\"version\":\"1\"}", "{\"version\":0}", "{\"version\":1.5}", "null"})
    void anythingElseIsUnreadable(String json) {
        assertThat(HomeVersion.of(json)).isInstanceOf(HomeVersion.Unreadable.class);
    }
}
