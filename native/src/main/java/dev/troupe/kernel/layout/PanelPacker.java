package dev.troupe.kernel.layout;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/// Turns rows of a file into the panels of {@link PanelLayout}. Lossless: every bit of the file
/// has its place (a Q8_0 quant of -128 becomes 0), so {@link PanelUnpacker} gives the rows back.
///
/// A call works on one panel's rows at a time, so it needs 32 rows of memory beside the target. Any
/// thread; calls do not share state.
public final class PanelPacker {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int PANEL = PanelLayout.PANEL;

    private final WeightFormat format;
    private final int outputs;
    private final int groups;
    private final int rowBytes;
    private final byte[] rows;
    private final byte[] quants;
    private final byte[] scales;

    private PanelPacker(WeightFormat format, int outputs, int inputs) {
        this.format = format;
        this.outputs = outputs;
        this.groups = inputs / format.groupSize();
        this.rowBytes = arrayBytes(format.rowBytes(inputs));
        this.rows = new byte[arrayBytes(format.rowBytes(inputs) * PANEL)];
        this.quants = new byte[arrayBytes(PanelLayout.panelBytes(format, inputs))];
        this.scales = new byte[arrayBytes(PanelLayout.panelScaleBytes(format, inputs))];
    }

    /// Packs one matrix at `target`'s position and moves past it. All its
    /// {@link PanelLayout#matrixBytes} are written, padding as zeros.
    ///
    /// @throws IllegalArgumentException when the shape is impossible, `target` is too small, or `rows` gives
    ///     a row of another length
    public static void pack(WeightFormat format, int outputs, int inputs, RowSource rows, ByteBuffer target) {
        pack(format, outputs, inputs, List.of(rows), target);
    }

    /// Packs two matrices of one shape, gate panel i and up panel i in turn; otherwise as
    /// {@link #pack}.
    public static void packPair(
            WeightFormat format, int outputs, int inputs, RowSource gate, RowSource up, ByteBuffer target) {
        pack(format, outputs, inputs, List.of(gate, up), target);
    }

    private static void pack(WeightFormat format, int outputs, int inputs, List<RowSource> halves, ByteBuffer target) {
        PanelLayout.checkShape(format, outputs, inputs);
        int panels = Math.multiplyExact(PanelLayout.panels(outputs), halves.size());
        long bytes = PanelLayout.matrixBytes(format, panels, inputs);
        if (bytes > target.remaining()) {
            throw new IllegalArgumentException("pack " + outputs + " x " + inputs + " in " + format + ": needs " + bytes
                    + " bytes, the target has " + target.remaining());
        }
        ByteBuffer matrix = target.slice(target.position(), (int) bytes);
        int scalesOffset = (int) PanelLayout.scalesOffset(format, panels, inputs);
        new PanelPacker(format, outputs, inputs).write(halves, panels, matrix, scalesOffset);
        target.position(target.position() + (int) bytes);
    }

    private void write(List<RowSource> halves, int panels, ByteBuffer matrix, int scalesOffset) {
        for (int panel = 0; panel < panels; panel++) {
            int first = panel / halves.size() * PANEL;
            int lanes = Math.min(PANEL, outputs - first);
            read(halves.get(panel % halves.size()), first, lanes);
            if (lanes < PANEL) {
                Arrays.fill(quants, (byte) 0);
                Arrays.fill(scales, (byte) 0);
            }
            arrange(lanes);
            matrix.put(panel * quants.length, quants);
            matrix.put(scalesOffset + panel * scales.length, scales);
        }
        clear(matrix, panels * quants.length, scalesOffset);
        clear(matrix, scalesOffset + panels * scales.length, matrix.limit());
    }

    private void read(RowSource source, int first, int lanes) {
        ByteBuffer band = ByteBuffer.wrap(rows).order(ByteOrder.LITTLE_ENDIAN);
        for (int lane = 0; lane < lanes; lane++) {
            int start = lane * rowBytes;
            band.limit(start + rowBytes).position(start);
            source.read(first + lane, band);
            if (band.position() != start + rowBytes) {
                throw new IllegalArgumentException("row " + (first + lane) + ": the source gave "
                        + (band.position() - start) + " bytes, a row in " + format + " has " + rowBytes);
            }
        }
    }

    private void arrange(int lanes) {
        for (int lane = 0; lane < lanes; lane++) {
            switch (format) {
                case F32 -> arrangeF32(lane);
                case F16, BF16 -> arrangeF16(lane);
                default -> arrangeGroups(GroupCodec.of(format), lane);
            }
        }
    }

    private void arrangeF32(int lane) {
        int from = lane * rowBytes;
        for (int k = 0; k < groups; k++) {
            INT.set(quants, (k * PANEL + lane) * 4, (int) INT.get(rows, from + k * 4));
        }
    }

    private void arrangeF16(int lane) {
        int from = lane * rowBytes;
        for (int k = 0; k < groups; k++) {
            SHORT.set(quants, (k * PANEL + lane) * 2, (short) SHORT.get(rows, from + k * 2));
        }
    }

    private void arrangeGroups(GroupCodec codec, int lane) {
        boolean nibbles = PanelLayout.hasNibbles(format);
        for (int group = 0; group < groups; group++) {
            int from = lane * rowBytes + group * format.groupBytes();
            arrangeScales(codec, group, from, lane);
            int to = group * format.groupSize() * (nibbles ? PANEL / 2 : PANEL) + lane * 4;
            if (nibbles) {
                arrangeNibbles(codec, from, to);
            } else {
                arrangeBytes(codec, from, to);
            }
        }
    }

    private void arrangeBytes(GroupCodec codec, int from, int to) {
        for (int element = 0; element < format.groupSize(); element += 4) {
            INT.set(quants, to + element * PANEL, codec.four(rows, from, element));
        }
    }

    private void arrangeNibbles(GroupCodec codec, int from, int to) {
        for (int first = 0; first < format.groupSize(); first += 32) {
            for (int element = first; element < first + 16; element += 4) {
                int pairs = codec.four(rows, from, element) | codec.four(rows, from, element + 16) << 4;
                INT.set(quants, to + (first / 2 + element - first) * PANEL, pairs);
            }
        }
    }

    private void arrangeScales(GroupCodec codec, int group, int from, int lane) {
        int to = group * PANEL * (codec.halves() * Short.BYTES + codec.factors());
        for (int half = 0; half < codec.halves(); half++) {
            SHORT.set(scales, to + (half * PANEL + lane) * 2, (short) SHORT.get(rows, from + codec.half(half)));
        }
        int factors = to + codec.halves() * PANEL * Short.BYTES + lane;
        for (int factor = 0; factor < codec.factors(); factor++) {
            scales[factors + factor * PANEL] = codec.factor(rows, from, factor);
        }
    }

    private static void clear(ByteBuffer matrix, int from, int to) {
        for (int i = from; i < to; i++) {
            matrix.put(i, (byte) 0);
        }
    }

    private static int arrayBytes(long bytes) {
        if (bytes > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a panel of " + bytes + " bytes: at most " + (Integer.MAX_VALUE - 8));
        }
        return (int) bytes;
    }
}
