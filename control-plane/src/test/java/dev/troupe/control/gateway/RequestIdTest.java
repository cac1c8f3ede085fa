package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestIdTest {
    private final Random random = new Random(1);

    @Test
    void aClientsOwnIdIsKept() {
        RequestId id = RequestId.of(Optional.of("run-7:a_b.c"), random);
        assertThat(id.value()).isEqualTo("run-7:a_b.c");
        assertThat(id.complaint()).isEmpty();
    }

    @Test
    void withoutOneAnIdIsDrawn() {
        assertThat(RequestId.of(Optional.empty(), random).value()).matches("req-[0-9a-f]{32}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\nb", "ä", "<x>", "%0d%0a"})
    void whatCouldHarmALogIsReplacedAndComplainedAbout(String given) {
        RequestId id = RequestId.of(Optional.of(given), random);
        assertThat(id.value()).startsWith("req-");
        assertThat(id.complaint()).isPresent();
    }

    @Test
    void anIdHasABound() {
        assertThat(RequestId.of(Optional.of("x".repeat(128)), random).complaint())
                .isEmpty();
        assertThat(RequestId.of(Optional.of("x".repeat(129)), random).complaint())
                .isPresent();
    }
}
