package dev.troupe.store.image;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.format.QuantGroups;
import dev.troupe.store.source.FileFaults;
import java.nio.ByteBuffer;

/// Turns rows of full numbers into quantised ones, in plain Java: the same bytes everywhere. One
/// thread.
final class RowQuantizer {
    /// The largest half.
    private static final float MOST = 65504f;

    private final RowPart part;
    private final float[] values;

    RowQuantizer(RowPart part) {
        this.part = part;
        this.values = new float[part.inputs()];
    }

    /// @param source at the start of a row in the file's format
    void write(ByteBuffer source, ByteBuffer target) {
        WeightFormat format = part.tensor().format();
        switch (format) {
            case F32 -> source.asFloatBuffer().get(values);
            case F16 -> {
                for (int i = 0; i < values.length; i++) {
                    values[i] = Float.float16ToFloat(source.getShort(source.position() + i * Short.BYTES));
                }
            }
            case BF16 -> {
                for (int i = 0; i < values.length; i++) {
                    values[i] =
                            Float.intBitsToFloat(source.getShort(source.position() + i * Short.BYTES) << Short.SIZE);
                }
            }
            default -> throw new IllegalStateException(format + " is not quantised");
        }
        check();
        QuantGroups.encode(part.format(), values, target);
    }

    /// What a group's scale cannot hold would be lost without a trace.
    private void check() {
        for (float value : values) {
            if (!(Math.abs(value) <= MOST)) {
                throw ServingException.of(
                        ErrorCode.INVALID_MODEL_FILE,
                        FileFaults.tensor(part.tensor().name()) + ": has the weight " + value
                                + ", which cannot be quantised; the limit is " + MOST);
            }
        }
    }
}
