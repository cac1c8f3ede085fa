package dev.troupe.control.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.control.admission.Admission.Permit;
import dev.troupe.control.limits.OverloadLimits;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.node.NodeSnapshot.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class AdmissionTest {
    private static final Load IDLE = new Load(0, 0, 0, 0, 1);

    private final AtomicLong nanos = new AtomicLong(5_000_000_000L);
    private final List<RefusalReason> refused = new ArrayList<>();
    private final Admission admission = new Admission(3, limits(), refused::add, nanos::get);

    @Test
    void overTheLimitNobodyWaits() {
        acquire(2);
        assertThatThrownBy(() -> acquire(2))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED))
                .hasMessage("2 replies are being made and 2 more are asked for; at most 3 are made at once");
        admission.check(ask(1), IDLE);
        acquire(1);
        assertThatThrownBy(() -> admission.check(ask(1), IDLE)).isInstanceOf(ServingException.class);
        assertThat(refused).containsExactly(RefusalReason.REPLIES, RefusalReason.REPLIES);
    }

    @Test
    void aPermitThatIsGivenBackTwiceGivesBackOnce() {
        Permit permit = acquire(3);
        permit.close();
        permit.close();
        permit.withdraw();
        acquire(3);
        assertThatThrownBy(() -> acquire(1)).isInstanceOf(ServingException.class);
    }

    @Test
    void whatCanNeverFitIsTheClientsFault() {
        assertThatThrownBy(() -> acquire(4))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
    }

    @Test
    void refusedClientsAreToldToReturnOneBehindTheOther() {
        acquire(2);
        Permit third = acquire(1);
        pass(6);
        third.close();
        acquire(1);
        // One ended in 6 seconds; three together that take 6 seconds each end every 2 seconds.
        assertThat(admission.retryAfter()).isEqualTo(Duration.ofSeconds(2));
        assertThat(admission.retryAfter()).isEqualTo(Duration.ofSeconds(4));
        pass(1);
        assertThat(admission.retryAfter().toMillis()).isBetween(4_900L, 5_100L);
        for (int i = 0; i < 40; i++) {
            assertThat(admission.retryAfter()).isLessThanOrEqualTo(Duration.ofSeconds(60));
        }
        assertThat(admission.retryAfter()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void onceThereIsRoomTheNextRefusalStartsAnew() {
        Permit two = acquire(2);
        Permit one = acquire(1);
        pass(6);
        one.close();
        acquire(1);
        admission.retryAfter();
        admission.retryAfter();
        two.close();
        assertThat(admission.retryAfter()).isLessThan(Duration.ofSeconds(6));
    }

    @Test
    void whatNeverBeganSaysNothingAboutThePace() {
        Permit permit = acquire(1);
        pass(1);
        permit.withdraw();
        assertThat(admission.retryAfter()).isZero();
    }

    private Permit acquire(int replies) {
        return admission.acquire(ask(replies), IDLE);
    }

    private static Ask ask(int replies) {
        return new Ask(replies, Optional.empty());
    }

    private void pass(int seconds) {
        nanos.addAndGet(seconds * 1_000_000_000L);
    }

    private static OverloadLimits limits() {
        return new OverloadLimits(1, Duration.ofMinutes(1), Duration.ofSeconds(30), Duration.ofMinutes(1));
    }
}
