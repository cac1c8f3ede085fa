package dev.troupe.kernel.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Writes groups of one quantised format from their pieces. One thread.
public final class GroupWriter {
    private final WeightFormat format;
    private final GroupCodec codec;
    private final byte[] group;

    /// @throws IllegalArgumentException when the format is not quantised
    public GroupWriter(WeightFormat format) {
        this.format = format;
        this.codec = GroupCodec.of(format);
        this.group = new byte[format.groupBytes()];
    }

    /// Writes one group at `target`'s position and moves past it.
    ///
    /// @param halves fp16 bits of the group's scale, and of its minimum where the format has one
    /// @param factors of the parts: scales, then minimums (Q2_K: both in one byte, the scale low);
    ///     empty for formats of 32
    /// @param quants the integers that are meant, one per weight
    public void write(short[] halves, byte[] factors, int[] quants, ByteBuffer target) {
        Arrays.fill(group, (byte) 0);
        ByteBuffer bytes = ByteBuffer.wrap(group).order(ByteOrder.LITTLE_ENDIAN);
        for (int half = 0; half < codec.halves(); half++) {
            bytes.putShort(codec.half(half), halves[half]);
        }
        for (int factor = 0; factor < codec.factors(); factor++) {
            codec.putFactor(group, 0, factor, factors[factor]);
        }
        int zero = format == WeightFormat.Q8_0 ? 128 : format.zero();
        for (int element = 0; element < quants.length; element += 4) {
            int four = 0;
            for (int i = 0; i < 4; i++) {
                four |= (quants[element + i] + zero & 255) << 8 * i;
            }
            codec.putFour(group, 0, element, four);
        }
        target.put(group);
    }
}
