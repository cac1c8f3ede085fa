package dev.troupe.kernel.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Reads outputs of a packed matrix back in the file's form, bit for bit. One view shows one
/// matrix, or one half of a pair. Any thread.
public final class PanelUnpacker {
    private static final int PANEL = PanelLayout.PANEL;
    private static final int SIGNS = 0x80808080;

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
            case F16 -> rowF16(panel, lane, row);
            case Q8_0 -> rowGroups(panel, lane, 8, row);
            case Q4_0, Q4_1 -> rowGroups(panel, lane, 4, row);
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

    private void rowGroups(int panel, int lane, int lines, ByteBuffer row) {
        int flip = format == WeightFormat.Q8_0 ? SIGNS : 0;
        int halves = format == WeightFormat.Q4_1 ? 2 : 1;
        int quants = panel * (int) PanelLayout.panelBytes(format, inputs) + lane * 4;
        int scales = scalesOffset + panel * (int) PanelLayout.panelScaleBytes(format, inputs) + lane * 2;
        for (int group = 0; group < inputs / format.groupSize(); group++) {
            int to = group * format.groupBytes();
            for (int i = 0; i < halves; i++) {
                row.putShort(to + i * 2, packed.getShort(scales + (group * halves + i) * PANEL * 2));
            }
            for (int line = 0; line < lines; line++) {
                int four = packed.getInt(quants + (group * lines + line) * PANEL * 4);
                row.putInt(to + halves * 2 + line * 4, four ^ flip);
            }
        }
    }
}
