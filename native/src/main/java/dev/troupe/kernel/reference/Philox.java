package dev.troupe.kernel.reference;

/// Philox-4x32-10: a counter and a key to four words. No state, so a token's draw does not depend
/// on how the token was reached.
final class Philox {
    private static final int ROUNDS = 10;
    private static final long MULTIPLIER_0 = 0xD2511F53L;
    private static final long MULTIPLIER_1 = 0xCD9E8D57L;
    private static final int WEYL_0 = 0x9E3779B9;
    private static final int WEYL_1 = 0xBB67AE85;
    private static final long WORD = 0xFFFF_FFFFL;

    private Philox() {}

    static int[] words(int[] counter, int[] key) {
        int[] c = counter.clone();
        int key0 = key[0];
        int key1 = key[1];
        for (int round = 0; round < ROUNDS; round++) {
            long product0 = MULTIPLIER_0 * (c[0] & WORD);
            long product1 = MULTIPLIER_1 * (c[2] & WORD);
            c = new int[] {
                (int) (product1 >>> 32) ^ c[1] ^ key0,
                (int) product1,
                (int) (product0 >>> 32) ^ c[3] ^ key1,
                (int) product0
            };
            key0 += WEYL_0;
            key1 += WEYL_1;
        }
        return c;
    }

    /// The first two words, the first one on top.
    static long word(long seed, long position) {
        int[] counter = {(int) position, (int) (position >>> 32), 0, 0};
        int[] key = {(int) seed, (int) (seed >>> 32)};
        int[] words = words(counter, key);
        return (long) words[0] << 32 | words[1] & WORD;
    }
}
