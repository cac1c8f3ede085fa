package dev.troupe.kernel.reference;

import dev.troupe.kernel.Ops;
import dev.troupe.kernel.layout.PanelUnpacker;
import dev.troupe.kernel.layout.WeightRow;

record EmbedOp(ReferenceMemory memory) {
    void run(Ops.Embed op) {
        int width = op.table().inputs();
        PackedRows table = new PackedRows(memory, op.table(), PanelUnpacker.Half.WHOLE);
        FloatRows out = new FloatRows(memory, op.out(), width);
        int[] ids = memory.ints(op.tokenIds(), op.rows());
        for (int row = 0; row < op.rows(); row++) {
            WeightRow weights = table.output(ids[row]);
            float[] widened = new float[width];
            for (int k = 0; k < width; k++) {
                widened[k] = weights.widened(k) * op.scale();
            }
            out.put(row, widened);
        }
    }
}
