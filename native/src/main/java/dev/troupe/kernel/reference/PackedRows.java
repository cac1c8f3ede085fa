package dev.troupe.kernel.reference;

import dev.troupe.kernel.Matrix;
import dev.troupe.kernel.layout.PanelLayout;
import dev.troupe.kernel.layout.PanelUnpacker;
import dev.troupe.kernel.layout.WeightRow;
import java.nio.ByteBuffer;

/// The outputs of a packed matrix, one at a time.
final class PackedRows {
    private final PanelUnpacker unpacker;
    private final ByteBuffer file;
    private final WeightRow row;

    PackedRows(ReferenceMemory memory, Matrix matrix, PanelUnpacker.Half half) {
        int panels = PanelLayout.panels(matrix.outputs()) * (half == PanelUnpacker.Half.WHOLE ? 1 : 2);
        long bytes = PanelLayout.matrixBytes(matrix.format(), panels, matrix.inputs());
        ByteBuffer packed = memory.bytesAt(matrix.address(), bytes).asByteBuffer();
        this.unpacker = new PanelUnpacker(matrix.format(), matrix.outputs(), matrix.inputs(), half, packed);
        this.file = ByteBuffer.allocate((int) matrix.format().rowBytes(matrix.inputs()));
        this.row = new WeightRow(matrix.format(), matrix.inputs());
    }

    /// Valid until the next call.
    WeightRow output(int output) {
        file.clear();
        unpacker.row(output, file);
        row.load(file.flip());
        return row;
    }
}
