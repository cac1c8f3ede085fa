package dev.troupe.store.generated;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.format.GgufWriter;
import dev.troupe.store.format.QuantGroups;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// One tensor of bell-shaped random numbers, a function of the seed and its name alone.
///
/// @param rows 0 for a vector
record RandomTensor(String name, WeightFormat format, int rows, int width, float mean, float deviation) {
    private static final int BUFFER_BYTES = 1 << 20;

    static RandomTensor vector(String name, int width, float mean) {
        return new RandomTensor(name, WeightFormat.F32, 0, width, mean, mean / 10);
    }

    static RandomTensor matrix(String name, WeightFormat format, int rows, int width, float deviation) {
        return new RandomTensor(name, format, rows, width, 0f, deviation);
    }

    void declare(GgufWriter writer) {
        if (rows == 0) {
            writer.vector(name, format, width);
        } else {
            writer.matrix(name, format, rows, width);
        }
    }

    void write(GgufWriter writer, long seed) throws IOException {
        BellNumbers numbers = new BellNumbers(seed, name);
        int rowBytes = (int) format.rowBytes(width);
        ByteBuffer buffer =
                ByteBuffer.allocate(Math.max(BUFFER_BYTES, rowBytes)).order(ByteOrder.LITTLE_ENDIAN);
        float[] row = new float[width];
        for (int r = 0; r < Math.max(rows, 1); r++) {
            if (buffer.remaining() < rowBytes) {
                drain(buffer, writer);
            }
            numbers.fill(row, mean, deviation);
            QuantGroups.encode(format, row, buffer);
        }
        drain(buffer, writer);
    }

    private static void drain(ByteBuffer buffer, GgufWriter writer) throws IOException {
        writer.write(buffer.flip());
        buffer.clear();
    }
}
