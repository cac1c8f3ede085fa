package dev.troupe.control.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.control.admission.BodyRoom.Hold;
import org.junit.jupiter.api.Test;

final class BodyRoomTest {
    private final BodyRoom room = new BodyRoom(100);

    @Test
    void bodiesThatDoNotFitTogetherAreRefusedWithTheNumbers() {
        Hold hold = room.take(60);
        assertThatThrownBy(() -> room.take(41))
                .hasMessage("bodies of 60 bytes are in flight and 41 more are announced; at most 100");
        room.take(40).close();
        hold.close();
        hold.close();
        assertThat(room.heldBytes()).isZero();
        room.take(100);
    }
}
