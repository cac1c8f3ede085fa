package dev.troupe.node.model;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.store.spec.RotationSpec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A table of rotations: `float[positions][width]`, cosines of a position and then its sines, as
/// `docs/numerics.md` defines them. Made once for each rotation of a model.
record Rotations(RotationSpec spec) {
    private static final int POSITIONS_PER_WRITE = 256;

    long bytes(int positions) {
        return (long) positions * spec.width() * Float.BYTES;
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
        double[] frequencies = new double[spec.width() / 2];
        for (int i = 0; i < frequencies.length; i++) {
            double frequency = StrictMath.pow(spec.base(), -2.0 * i / spec.width());
            frequencies[i] = spec.divisors().isEmpty()
                    ? frequency
                    : frequency / spec.divisors().get(i);
        }
        return frequencies;
    }

    private void put(ByteBuffer target, int position, double[] frequencies) {
        for (double frequency : frequencies) {
            target.putFloat((float) (StrictMath.cos(position * frequency) * spec.amplitude()));
        }
        for (double frequency : frequencies) {
            target.putFloat((float) (StrictMath.sin(position * frequency) * spec.amplitude()));
        }
    }
}
