package dev.troupe.node.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LayerGatesTest {
    private final AtomicInteger changes = new AtomicInteger();
    private final LayerGates gates = new LayerGates(3, changes::incrementAndGet);

    @Test
    void gatesOpenInOrderAndStayOpen() {
        assertThat(gates.count()).isEqualTo(5);
        assertThat(gates.isOpen(0)).isFalse();
        gates.openUpTo(2);
        gates.openUpTo(1);
        assertThat(gates.isOpen(1)).isTrue();
        assertThat(gates.isOpen(2)).isFalse();
        assertThat(changes).hasValue(1);
    }

    @Test
    void aFailedLoadIsToldAtEveryGate() {
        gates.openUpTo(2);
        gates.fail("disk on fire");
        gates.fail("later reason");
        assertThatThrownBy(() -> gates.isOpen(0))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MODEL_UNAVAILABLE))
                .hasMessage("disk on fire");
        assertThat(changes).hasValue(2);
    }
}
