package dev.troupe.kernel.layout;

/// Q6_K: `uint8 nibbles[128], pairs[64]; int8 scales[16]; half d`, parts of 16.
///
/// Of 128 elements, element 32 r + l has its low four bits in byte l (r even) or 32 + l (r odd) of
/// their 64 bytes of nibbles, the low nibble for r below 2, and its upper two in bits 2r of byte l
/// of their 32 bytes of pairs.
record SixBitSuperGroups() implements GroupCodec {
    private static final int RUN = 32;
    private static final int SPAN = 128;
    private static final int PAIRS = 128;
    private static final int SCALES = PAIRS + 64;
    private static final int PARTS = 16;

    @Override
    public int halves() {
        return 1;
    }

    @Override
    public int factors() {
        return PARTS;
    }

    @Override
    public int four(byte[] file, int group, int element) {
        int run = element % SPAN / RUN;
        int low = Fours.get(file, group + nibbles(element)) >>> (run < 2 ? 0 : 4) & Fours.NIBBLES;
        int high = Fours.get(file, group + pairs(element)) >>> 2 * run & Fours.PAIRS;
        return low | high << 4;
    }

    @Override
    public void putFour(byte[] file, int group, int element, int four) {
        int run = element % SPAN / RUN;
        Fours.add(file, group + nibbles(element), (four & Fours.NIBBLES) << (run < 2 ? 0 : 4));
        Fours.add(file, group + pairs(element), (four >>> 4 & Fours.PAIRS) << 2 * run);
    }

    @Override
    public int half(int index) {
        return SCALES + PARTS;
    }

    @Override
    public byte factor(byte[] file, int group, int index) {
        return file[group + SCALES + index];
    }

    @Override
    public void putFactor(byte[] file, int group, int index, byte factor) {
        file[group + SCALES + index] = factor;
    }

    private static int nibbles(int element) {
        return element / SPAN * 2 * RUN + element / RUN % 2 * RUN + element % RUN;
    }

    private static int pairs(int element) {
        return PAIRS + element / SPAN * RUN + element % RUN;
    }
}
