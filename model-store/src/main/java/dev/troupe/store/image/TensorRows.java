package dev.troupe.store.image;

import dev.troupe.kernel.layout.RowSource;
import dev.troupe.store.source.TensorData;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Gives the rows of one part through a window of the file: rows are asked for nearly in order, and
/// a read per row would be slow. Rows that are to be quantised are. One thread.
final class TensorRows implements RowSource {
    private static final int WINDOW_BYTES = 4 << 20;

    private final TensorData data;
    private final RowPart part;
    private final int rowBytes;
    private final int windowRows;
    private final ByteBuffer window;
    private final RowQuantizer quantizer;
    private int firstRow;

    TensorRows(TensorData data, RowPart part) {
        this.data = data;
        this.part = part;
        this.quantizer = new RowQuantizer(part);
        this.rowBytes = Math.toIntExact(part.tensor().format().rowBytes(part.inputs()));
        this.windowRows = Math.clamp(WINDOW_BYTES / rowBytes, 1, part.rows());
        this.window = ByteBuffer.allocate(windowRows * rowBytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .limit(0);
    }

    @Override
    public void read(int row, ByteBuffer target) {
        int source = part.sourceRow(row);
        if (source < firstRow || source >= firstRow + window.limit() / rowBytes) {
            load(source / windowRows * windowRows);
        }
        int start = (source - firstRow) * rowBytes;
        if (part.format() == part.tensor().format()) {
            target.put(target.position(), window, start, rowBytes);
            target.position(target.position() + rowBytes);
        } else {
            quantizer.write(window.slice(start, rowBytes).order(ByteOrder.LITTLE_ENDIAN), target);
        }
    }

    private void load(int first) {
        int rows = Math.min(windowRows, part.rows() - first);
        window.clear().limit(rows * rowBytes);
        data.read(part.tensor(), (long) first * rowBytes, window);
        firstRow = first;
    }
}
