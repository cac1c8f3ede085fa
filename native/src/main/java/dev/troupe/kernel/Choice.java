package dev.troupe.kernel;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// What came of one row of logits, with its form on the device. The log-probability of a token is
/// `logit - max - log(sum)`; the logarithm is the host's.
///
/// @param status whether a token could be chosen; when not, all else is 0
/// @param token the chosen id
/// @param logit its logit
/// @param max the largest logit
/// @param sum of `exp(logit - max)` over the candidates, in 16 lanes by ascending id and one tree
/// @param top the best candidates by (logit descending, id ascending)
public record Choice(Status status, int token, float logit, float max, float sum, List<Candidate> top) {
    public static final int MAX_TOP = 20;

    /// Bytes of one record: `int32 status, int32 token, float logit, float max, float sum, int32
    /// topCount, {int32 id, float logit}[MAX_TOP]`.
    public static final int BYTES = 24 + MAX_TOP * 8;

    public Choice {
        top = List.copyOf(top);
    }

    /// Whether the row can be believed.
    public enum Status {
        OK,
        /// A logit is NaN or positive infinity: the sequence must fail.
        NOT_FINITE,
        /// Biases, bans and penalties left no logit above negative infinity.
        NOTHING_LEFT
    }

    public record Candidate(int id, float logit) {}

    /// Reads one record at the buffer's position and moves past it; the buffer must be
    /// little-endian.
    public static Choice readFrom(ByteBuffer source) {
        int end = source.position() + BYTES;
        Status status = Status.values()[source.getInt()];
        int token = source.getInt();
        float logit = source.getFloat();
        float max = source.getFloat();
        float sum = source.getFloat();
        int count = source.getInt();
        List<Candidate> top = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            top.add(new Candidate(source.getInt(), source.getFloat()));
        }
        source.position(end);
        return new Choice(status, token, logit, max, sum, top);
    }

    /// Writes this record at the buffer's position and moves past it; the buffer must be
    /// little-endian.
    public void writeTo(ByteBuffer target) {
        int end = target.position() + BYTES;
        target.putInt(status.ordinal())
                .putInt(token)
                .putFloat(logit)
                .putFloat(max)
                .putFloat(sum);
        target.putInt(top.size());
        for (Candidate candidate : top) {
            target.putInt(candidate.id()).putFloat(candidate.logit());
        }
        target.position(end);
    }
}
