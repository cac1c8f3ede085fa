package dev.troupe.control.dispatch;

import java.util.HexFormat;
import java.util.random.RandomGenerator;

/// What chance gives a request.
///
/// @param id 32 hexadecimal digits
/// @param seed `0..2^53-1`, which every JSON reader holds exactly
record Drawn(String id, long seed) {
    private static final int ID_BYTES = 16;
    private static final long SEEDS = 1L << 53;

    static Drawn from(RandomGenerator random) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        return new Drawn(HexFormat.of().formatHex(id), random.nextLong(SEEDS));
    }
}
