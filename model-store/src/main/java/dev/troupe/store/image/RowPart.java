package dev.troupe.store.image;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.source.SourceTensor;

/// A file's matrix as a run of an image matrix' rows.
///
/// @param format in the image
/// @param headSize rows of a head whose interleaved order is undone; 1 leaves the rows as they are
record RowPart(SourceTensor tensor, WeightFormat format, int headSize) {
    static RowPart plain(SourceTensor tensor, WeightFormat format) {
        return new RowPart(tensor, format, 1);
    }

    int rows() {
        return Math.toIntExact(tensor.dimensions().get(1));
    }

    int inputs() {
        return Math.toIntExact(tensor.dimensions().getFirst());
    }

    /// Half-split row `headSize/2 * j + i` of a head is interleaved row `2i + j`.
    int sourceRow(int row) {
        if (headSize == 1) {
            return row;
        }
        int half = headSize / 2;
        int inHead = row % headSize;
        return row - inHead + 2 * (inHead % half) + inHead / half;
    }
}
