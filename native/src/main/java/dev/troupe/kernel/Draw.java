package dev.troupe.kernel;

import java.nio.ByteBuffer;

/// How one row's token is chosen, with its form on the device.
///
/// @param mode see {@link Mode}
/// @param given the token to score, with {@link Mode#GIVEN}
/// @param temperature above 0, with {@link Mode#DRAWN}
/// @param topK 0 keeps all candidates
/// @param topP in `(0, 1]`
/// @param topCount alternatives to report, `0..Choice.MAX_TOP`
/// @param seed key of the Philox counter
/// @param position counter of the Philox counter: the absolute position of the token that is drawn
public record Draw(
        Mode mode, int given, float temperature, int topK, float topP, int topCount, long seed, long position) {
    /// Bytes of one record: `int32 mode, int32 given, float temperature, int32 topK, float topP,
    /// int32 topCount, int64 seed, int64 position`.
    public static final int BYTES = 40;

    /// Where the token comes from.
    public enum Mode {
        /// The largest logit; ties go to the lower id.
        GREEDY,
        /// Drawn from the cut and scaled distribution.
        DRAWN,
        /// Known already, only scored.
        GIVEN
    }

    public static Draw greedy(int topCount) {
        return new Draw(Mode.GREEDY, 0, 1f, 0, 1f, topCount, 0L, 0L);
    }

    public static Draw given(int token, int topCount) {
        return new Draw(Mode.GIVEN, token, 1f, 0, 1f, topCount, 0L, 0L);
    }

    /// Writes this record at the buffer's position; the buffer must be little-endian.
    public void writeTo(ByteBuffer target) {
        target.putInt(mode.ordinal()).putInt(given).putFloat(temperature).putInt(topK);
        target.putFloat(topP).putInt(topCount).putLong(seed).putLong(position);
    }

    public static Draw readFrom(ByteBuffer source) {
        return new Draw(
                Mode.values()[source.getInt()],
                source.getInt(),
                source.getFloat(),
                source.getInt(),
                source.getFloat(),
                source.getInt(),
                source.getLong(),
                source.getLong());
    }
}
