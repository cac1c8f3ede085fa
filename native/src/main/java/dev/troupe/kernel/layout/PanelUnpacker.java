package dev.troupe.kernel.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Reads outputs of a packed matrix back in the file's form, bit for bit. One view shows one
/// matrix, or one half of a pair. Any thread.
public final class PanelUnpacker {
    private static final int PANEL = PanelLayout.PANEL;

    private final WeightFormat format;
    private final int outputs;
    private final int inputs;
    private final Half half;
    private final ByteBuffer packed;
    private final int scalesOffset;

    /// Which panels of a packed matrix are shown.
    public enum Half {
        /// All: the matrix is not a pair.
        WHOLE(0, 1),
        GATE(0, 2),
        UP(1, 2);

        private final int first;
        private final int step;

        Half(int first, int step) {
            this.first = first;
            this.step = step;
        }
    }

    /// @param packed from the start of the matrix; may be longer
    public PanelUnpacker(WeightFormat format, int outputs, int inputs, Half half, ByteBuffer packed) {
        PanelLayout.checkShape(format, outputs, inputs);
        int panels = PanelLayout.panels(outputs) * half.step;
        long bytes = PanelLayout.matrixBytes(format, panels, inputs);
        if (bytes > packed.remaining()) {
            throw new IllegalArgumentException("unpack " + outputs + " x " + inputs + " in " + format + ": needs "
                    + bytes + " bytes, there are " + packed.remaining());
        }
        this.format = format;
        this.outputs = outputs;
        this.inputs = inputs;
        this.half = half;
        this.packed = packed.slice().order(ByteOrder.LITTLE_ENDIAN);
        this.scalesOffset = (int) PanelLayout.scalesOffset(format, panels, inputs);
    }

    /// Writes the file's bytes of one output at `target`'s position and moves past them.
    ///
    /// @param output `0..outputs-1`
    public void row(int output, ByteBuffer target) {
        if (output < 0 || output >= outputs) {
            throw new IllegalArgumentException("output " + output + ": the matrix has " + outputs);
        }
        int bytes = (int) format.rowBytes(inputs);
        ByteBuffer row = target.slice(target.position(), bytes).order(ByteOrder.LITTLE_ENDIAN);
        int panel = output / PANEL * half.step + half.first;
        int lane = output % PANEL;
        switch (format) {
            case F32 -> rowF32(panel, lane, row);
            case F16, BF16 -> rowF16(panel, lane, row);
            default -> row.put(0, rowGroups(GroupCodec.of(format), panel, lane));
        }
        target.position(target.position() + bytes);
    }

    private void rowF32(int panel, int lane, ByteBuffer row) {
        int from = panel * (int) PanelLayout.panelBytes(format, inputs) + lane * 4;
        for (int k = 0; k < inputs; k++) {
            row.putInt(k * 4, packed.getInt(from + k * PANEL * 4));
        }
    }

    private void rowF16(int panel, int lane, ByteBuffer row) {
        int from = panel * (int) PanelLayout.panelBytes(format, inputs) + lane * 2;
        for (int k = 0; k < inputs; k++) {
            row.putShort(k * 2, packed.getShort(from + k * PANEL * 2));
        }
    }

    private byte[] rowGroups(GroupCodec codec, int panel, int lane) {
        byte[] row = new byte[(int) format.rowBytes(inputs)];
        boolean nibbles = PanelLayout.hasNibbles(format);
        int quants = panel * (int) PanelLayout.panelBytes(format, inputs) + lane * 4;
        for (int group = 0; group < inputs / format.groupSize(); group++) {
            int to = group * format.groupBytes();
            putScales(codec, group, panel, lane, row);
            int from = quants + group * format.groupSize() * (nibbles ? PANEL / 2 : PANEL);
            for (int element = 0; element < format.groupSize(); element += 4) {
                codec.putFour(
                        row, to, element, nibbles ? nibbles(from, element) : packed.getInt(from + element * PANEL));
            }
        }
        return row;
    }

    private int nibbles(int from, int element) {
        int inPart = element % 32;
        int pairs = packed.getInt(from + (element / 32 * 16 + inPart % 16) * PANEL);
        return pairs >>> (inPart < 16 ? 0 : 4) & Fours.NIBBLES;
    }

    private void putScales(GroupCodec codec, int group, int panel, int lane, byte[] row) {
        int to = group * format.groupBytes();
        int from = scalesOffset
                + panel * (int) PanelLayout.panelScaleBytes(format, inputs)
                + group * PANEL * (codec.halves() * Short.BYTES + codec.factors());
        ByteBuffer file = ByteBuffer.wrap(row).order(ByteOrder.LITTLE_ENDIAN);
        for (int half = 0; half < codec.halves(); half++) {
            file.putShort(to + codec.half(half), packed.getShort(from + (half * PANEL + lane) * 2));
        }
        int factors = from + codec.halves() * PANEL * Short.BYTES + lane;
        for (int factor = 0; factor < codec.factors(); factor++) {
            codec.putFactor(row, to, factor, packed.get(factors + factor * PANEL));
        }
    }
}
