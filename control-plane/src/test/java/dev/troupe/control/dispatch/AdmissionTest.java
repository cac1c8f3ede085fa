package dev.troupe.control.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.control.dispatch.Admission.Permit;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import org.junit.jupiter.api.Test;

final class AdmissionTest {
    private final Admission admission = new Admission(3);

    @Test
    void overTheLimitNobodyWaits() {
        admission.acquire(2);
        assertThatThrownBy(() -> admission.acquire(2))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED))
                .hasMessage("2 replies are being made and 2 more are asked for; at most 3 are made at once");
        admission.acquire(1);
    }

    @Test
    void aPermitThatIsClosedTwiceGivesBackOnce() {
        Permit permit = admission.acquire(3);
        permit.close();
        permit.close();
        admission.acquire(3);
        assertThatThrownBy(() -> admission.acquire(1)).isInstanceOf(ServingException.class);
    }

    @Test
    void whatCanNeverFitIsTheClientsFault() {
        assertThatThrownBy(() -> admission.acquire(4))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
    }
}
