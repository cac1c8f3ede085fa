package dev.troupe.kernel.cpu;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Matrix;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.QuantizedRows;
import dev.troupe.kernel.layout.PanelLayout;
import java.lang.foreign.MemorySegment;

/// Writes an op's arguments, field by field, in the order of `args.h`; every field has 8 bytes.
final class ArgumentBlock {
    static final int BYTES = 256;

    private static final Ops.Rows NO_ROWS = new Ops.Rows(0, 0);

    private final MemorySegment block;
    private final long address;
    private long end;

    /// @param block at least {@link #BYTES}; its life is the device's
    ArgumentBlock(MemorySegment block) {
        this.block = block;
        this.address = block.address();
    }

    ArgumentBlock start() {
        end = 0;
        return this;
    }

    long address() {
        return address;
    }

    long bytes() {
        return end;
    }

    ArgumentBlock number(long value) {
        block.set(JAVA_LONG, end, value);
        end += Long.BYTES;
        return this;
    }

    ArgumentBlock real(float value) {
        block.set(JAVA_DOUBLE, end, value);
        end += Double.BYTES;
        return this;
    }

    ArgumentBlock rows(Ops.Rows rows) {
        return number(rows.address()).number(rows.stride());
    }

    ArgumentBlock quantized(QuantizedRows rows) {
        return number(rows.address()).number(rows.scales()).number(rows.sums()).number(rows.inputs());
    }

    /// `struct rows in` and `struct quantized_rows quantized`, of which one is empty.
    ArgumentBlock input(Ops.Input input) {
        return switch (input) {
            case Ops.FloatInput(Ops.Rows rows) ->
                rows(rows).number(0).number(0).number(0).number(0);
            case Ops.QuantizedInput(QuantizedRows rows) -> rows(NO_ROWS).quantized(rows);
        };
    }

    /// @param halves 2 when gate and up panels stand in turn, else 1
    ArgumentBlock matrix(Matrix matrix, int halves) {
        int panels = halves * PanelLayout.panels(matrix.outputs());
        long scales = PanelLayout.scalesOffset(matrix.format(), panels, matrix.inputs());
        return number(matrix.format().ordinal())
                .number(matrix.outputs())
                .number(matrix.inputs())
                .number(matrix.address())
                .number(matrix.address() + scales);
    }

    ArgumentBlock gain(Ops.Gain gain) {
        return number(gain.address()).real(gain.epsilon());
    }

    ArgumentBlock shape(AttentionShape shape) {
        return number(shape.heads())
                .number(shape.kvHeads())
                .number(shape.headSize())
                .real(shape.scale());
    }

    /// From `bias` to `rotated`.
    ArgumentBlock headRules(Ops.HeadRules rules) {
        number(rules.bias().orElse(0));
        rules.norms()
                .ifPresentOrElse(
                        norms -> number(norms.query().address()).gain(norms.key()),
                        () -> number(0).number(0).real(0f));
        return number(rules.rotations()).number(rules.rotated());
    }

    /// `window` and `softcap`.
    ArgumentBlock scoreRules(Ops.ScoreRules rules) {
        return number(rules.window().orElse(Integer.MAX_VALUE))
                .real(rules.softcap().orElse(0f));
    }

    ArgumentBlock kv(Ops.KvView kv) {
        return number(kv.positions()).number(kv.tables()).number(kv.layerOffsetBytes());
    }
}
