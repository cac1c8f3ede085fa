package dev.troupe.kernel;

import java.nio.ByteBuffer;

/// How one row's token is chosen, with its form on the device.
///
/// @param mode see {@link Mode}
/// @param given the token to score, with {@link Mode#GIVEN}
/// @param topCount alternatives to report, `0..Choice.MAX_TOP`
/// @param cuts which candidates may be drawn, with {@link Mode#DRAWN}
/// @param seed key of the Philox counter
/// @param position counter of the Philox counter: the absolute position of the token that is drawn
/// @param adjustment of the logits before a token is chosen; scores are those of the logits as they
///     were
public record Draw(Mode mode, int given, int topCount, Cuts cuts, long seed, long position, Adjustment adjustment) {
    /// Bytes of one record: `int32 mode, int32 given, int32 topCount, int32 topK, float temperature,
    /// float topP, float minP, float repetition, float frequency, float presence, int32
    /// promptLength, int32 historyLength, int32 biases, int32 bans, int64 seed, int64 position, int64
    /// ids, int64 entries`.
    public static final int BYTES = 88;

    /// Where the token comes from.
    public enum Mode {
        /// The largest logit; ties go to the lower id.
        GREEDY,
        /// Drawn from the cut and scaled distribution.
        DRAWN,
        /// Known already, only scored.
        GIVEN
    }

    /// @param temperature above 0
    /// @param topK 0 keeps all candidates
    /// @param topP in `(0, 1]`
    /// @param minP in `[0, 1]`
    public record Cuts(float temperature, int topK, float topP, float minP) {
        public static Cuts none() {
            return new Cuts(1f, 0, 1f, 0f);
        }
    }

    /// @param repetition above 0; 1 does nothing
    /// @param frequency taken from a logit for each time its token was generated
    /// @param presence taken once from the logit of each token that was generated
    public record Adjustment(float repetition, float frequency, float presence, History history, Biases biases) {
        public static Adjustment none() {
            return new Adjustment(1f, 0f, 0f, new History(0, 0, 0), new Biases(0, 0, 0));
        }
    }

    /// The tokens before this one. Rows of one sequence may share an array.
    ///
    /// @param ids address of `int32[length]`; those past the candidates are passed over
    /// @param promptLength how many of them are the prompt's, at most `length`
    public record History(long ids, int promptLength, int length) {}

    /// @param entries address of `{int32 id, float bias}[biases + bans]`; of the bans only the id
    ///     counts. Ids past the candidates are passed over
    public record Biases(long entries, int biases, int bans) {
        public static final int ENTRY_BYTES = 8;
    }

    public static Draw greedy(int topCount) {
        return new Draw(Mode.GREEDY, 0, topCount, Cuts.none(), 0L, 0L, Adjustment.none());
    }

    public static Draw given(int token, int topCount) {
        return new Draw(Mode.GIVEN, token, topCount, Cuts.none(), 0L, 0L, Adjustment.none());
    }

    public static Draw drawn(Cuts cuts, int topCount, long seed, long position) {
        return new Draw(Mode.DRAWN, 0, topCount, cuts, seed, position, Adjustment.none());
    }

    public Draw with(Adjustment other) {
        return new Draw(mode, given, topCount, cuts, seed, position, other);
    }

    /// Writes this record at the buffer's position; the buffer must be little-endian.
    public void writeTo(ByteBuffer target) {
        target.putInt(mode.ordinal()).putInt(given).putInt(topCount).putInt(cuts.topK);
        target.putFloat(cuts.temperature).putFloat(cuts.topP).putFloat(cuts.minP);
        target.putFloat(adjustment.repetition).putFloat(adjustment.frequency).putFloat(adjustment.presence);
        target.putInt(adjustment.history.promptLength).putInt(adjustment.history.length);
        target.putInt(adjustment.biases.biases).putInt(adjustment.biases.bans);
        target.putLong(seed).putLong(position);
        target.putLong(adjustment.history.ids).putLong(adjustment.biases.entries);
    }

    public static Draw readFrom(ByteBuffer source) {
        Mode mode = Mode.values()[source.getInt()];
        int given = source.getInt();
        int topCount = source.getInt();
        int topK = source.getInt();
        Cuts cuts = new Cuts(source.getFloat(), topK, source.getFloat(), source.getFloat());
        float repetition = source.getFloat();
        float frequency = source.getFloat();
        float presence = source.getFloat();
        int promptLength = source.getInt();
        int historyLength = source.getInt();
        int biases = source.getInt();
        int bans = source.getInt();
        long seed = source.getLong();
        long position = source.getLong();
        History history = new History(source.getLong(), promptLength, historyLength);
        Biases entries = new Biases(source.getLong(), biases, bans);
        Adjustment adjustment = new Adjustment(repetition, frequency, presence, history, entries);
        return new Draw(mode, given, topCount, cuts, seed, position, adjustment);
    }
}
