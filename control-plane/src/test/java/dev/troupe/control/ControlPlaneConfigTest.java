package dev.troupe.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.control.limits.Limits;
import dev.troupe.control.limits.StreamLimits;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ControlPlaneConfigTest {
    @Test
    void theDefaultsAreThoseOfTheManual() {
        ControlPlaneConfig config = ControlPlaneConfig.of(8080, List.of());
        assertThat(config.host()).isEqualTo("127.0.0.1");
        assertThat(config.limits()).isEqualTo(new Limits(8 << 20, 1 << 20, 64, 256, 4096));
        assertThat(config.stream())
                .isEqualTo(new StreamLimits(
                        64,
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(10),
                        Duration.ofSeconds(10)));
    }

    @Test
    void valuesThatMeanNothingAreRefusedByName() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> ControlPlaneConfig.of(65_536, List.of()))
                .hasMessage("port is 65536; allowed is 0 to 65535");
        assertThatThrownBy(() -> new Limits(0, 1, 1, 1, 1)).hasMessage("maxBodyBytes is 0; the least is 1");
        assertThatThrownBy(() -> new Limits(1, 1, 1, 0, 1)).hasMessage("maxConcurrentReplies is 0; the least is 1");
        assertThatThrownBy(() -> new StreamLimits(0, second, second, second, second))
                .hasMessage("bufferTokens is 0; the least is 1");
        assertThatThrownBy(() -> new StreamLimits(1, Duration.ZERO, second, second, second))
                .hasMessage("heartbeat is PT0S; it must be above zero");
    }
}
