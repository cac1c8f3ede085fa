package dev.troupe.node.model;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.store.spec.AttentionSpec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The table of rotations: `float[positions][headSize]`, cosines of a position and then its sines,
/// as `docs/numerics.md` defines them. Made once for a model.
record Rotations(int headSize, double base) {
    private static final int POSITIONS_PER_WRITE = 256;

    static Rotations of(AttentionSpec attention) {
        return new Rotations(
                attention.headSize(),
                attention.pattern().kinds().getFirst().rotation().base());
    }

    long bytes(int positions) {
        return (long) positions * headSize * Float.BYTES;
    }

    void writeTo(DeviceMemory memory, long address, int positions) {
        double[] frequencies = frequencies();
        ByteBuffer buffer =
                ByteBuffer.allocateDirect((int) bytes(POSITIONS_PER_WRITE)).order(ByteOrder.LITTLE_ENDIAN);
        for (int first = 0; first < positions; first += POSITIONS_PER_WRITE) {
            int end = Math.min(positions, first + POSITIONS_PER_WRITE);
            buffer.clear();
            for (int position = first; position < end; position++) {
                put(buffer, position, frequencies);
            }
            memory.write(address + bytes(first), buffer.flip());
        }
    }

    private double[] frequencies() {
        double[] frequencies = new double[headSize / 2];
        for (int i = 0; i < frequencies.length; i++) {
            frequencies[i] = StrictMath.pow(base, -2.0 * i / headSize);
        }
        return frequencies;
    }

    private static void put(ByteBuffer target, int position, double[] frequencies) {
        for (double frequency : frequencies) {
            target.putFloat((float) StrictMath.cos(position * frequency));
        }
        for (double frequency : frequencies) {
            target.putFloat((float) StrictMath.sin(position * frequency));
        }
    }
}
