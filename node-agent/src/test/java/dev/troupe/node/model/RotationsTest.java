package dev.troupe.node.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.reference.ReferenceDevice;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class RotationsTest {
    private static final int HEAD = 8;
    private static final int POSITIONS = 600;

    @Test
    void aPositionHoldsItsCosinesAndThenItsSines() {
        Rotations rotations = new Rotations(HEAD, 10_000);
        try (ReferenceDevice device = new ReferenceDevice(DeviceMemory.PAGE_BYTES)) {
            long address = device.memory().allocate(DeviceMemory.PAGE_BYTES);
            rotations.writeTo(device.memory(), address, POSITIONS);
            ByteBuffer table =
                    ByteBuffer.allocate((int) rotations.bytes(POSITIONS)).order(ByteOrder.LITTLE_ENDIAN);
            device.memory().read(address, table);
            table.flip();
            for (int position : new int[] {0, 1, 255, 256, 599}) {
                for (int i = 0; i < HEAD / 2; i++) {
                    double angle = position * StrictMath.pow(10_000, -2.0 * i / HEAD);
                    int at = (position * HEAD + i) * Float.BYTES;
                    assertThat(table.getFloat(at)).isEqualTo((float) StrictMath.cos(angle));
                    assertThat(table.getFloat(at + HEAD / 2 * Float.BYTES)).isEqualTo((float) StrictMath.sin(angle));
                }
            }
        }
    }
}
