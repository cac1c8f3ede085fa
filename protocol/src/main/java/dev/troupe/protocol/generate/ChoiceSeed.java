package dev.troupe.protocol.generate;

import dev.troupe.protocol.Digest;
import java.nio.ByteBuffer;

/// The seed of each of several choices of one prompt, derived from the request's own: so one number
/// repeats them all, wherever they run.
public final class ChoiceSeed {
    private ChoiceSeed() {}

    /// Choice 0 has the request's own seed, so that it is what the request would give alone. Any
    /// other has the first eight bytes of SHA-256 over `seed` (8 bytes) and `choice` (4 bytes), all
    /// big-endian.
    ///
    /// @param seed of the request
    /// @param choice which of the prompt's choices, from 0
    public static long of(long seed, int choice) {
        if (choice < 0) {
            throw new IllegalArgumentException("choice is " + choice + "; the least is 0");
        }
        if (choice == 0) {
            return seed;
        }
        ByteBuffer input =
                ByteBuffer.allocate(Long.BYTES + Integer.BYTES).putLong(seed).putInt(choice);
        return ByteBuffer.wrap(Digest.sha256().digest(input.array())).getLong();
    }
}
