package dev.troupe.kernel.layout;

/// Q2_K: `uint8 factors[16]; uint8 pairs[64]; half d, dmin`, and Q3_K: `uint8 third[32]; uint8
/// pairs[64]; uint8 factors[12]; half d`, parts of 16.
///
/// Of 128 elements, element 32 r + l lies in bits 2r of byte l of their 32 bytes; bit b of
/// `third[l]` belongs to element l of the b-th 32 elements.
record TwoBitSuperGroups(WeightFormat format) implements GroupCodec {
    private static final int RUN = 32;
    private static final int SPAN = 128;
    private static final int PARTS = 16;
    private static final int PAIR_BYTES = 64;
    private static final int LOW_FOUR = 15;
    /// What a stored scale of Q3_K is above what it means.
    private static final int SCALE_ZERO = 32;

    @Override
    public int halves() {
        return format == WeightFormat.Q2_K ? 2 : 1;
    }

    @Override
    public int factors() {
        return PARTS;
    }

    @Override
    public int four(byte[] file, int group, int element) {
        int four = Fours.get(file, group + pairs(element)) >>> shift(element) & Fours.PAIRS;
        if (format == WeightFormat.Q2_K) {
            return four;
        }
        return four | (Fours.get(file, group + element % RUN) >>> element / RUN & Fours.BITS) << 2;
    }

    @Override
    public void putFour(byte[] file, int group, int element, int four) {
        Fours.add(file, group + pairs(element), (four & Fours.PAIRS) << shift(element));
        if (format == WeightFormat.Q3_K) {
            Fours.add(file, group + element % RUN, (four >>> 2 & Fours.BITS) << element / RUN);
        }
    }

    @Override
    public int half(int index) {
        return (format == WeightFormat.Q2_K ? PARTS + PAIR_BYTES : RUN + PAIR_BYTES + 12) + index * Short.BYTES;
    }

    /// Q2_K: the scale in the low nibble, the minimum in the high one. Q3_K: what the scale means;
    /// its low four bits lie in bytes 0..7, first all parts 0..7 and above them 8..15, the upper two
    /// in bytes 8..11, parts i, i + 4, i + 8 and i + 12 from low to high in byte i.
    @Override
    public byte factor(byte[] file, int group, int index) {
        if (format == WeightFormat.Q2_K) {
            return file[group + index];
        }
        int from = group + RUN + PAIR_BYTES;
        int low = file[from + index % 8] >>> (index < 8 ? 0 : 4) & LOW_FOUR;
        int high = file[from + 8 + index % 4] >>> 2 * (index / 4) & 3;
        return (byte) ((low | high << 4) - SCALE_ZERO);
    }

    @Override
    public void putFactor(byte[] file, int group, int index, byte factor) {
        if (format == WeightFormat.Q2_K) {
            file[group + index] = factor;
            return;
        }
        int to = group + RUN + PAIR_BYTES;
        int stored = factor + SCALE_ZERO;
        file[to + index % 8] |= (byte) ((stored & LOW_FOUR) << (index < 8 ? 0 : 4));
        file[to + 8 + index % 4] |= (byte) ((stored >>> 4 & 3) << 2 * (index / 4));
    }

    private int pairs(int element) {
        return (format == WeightFormat.Q2_K ? PARTS : RUN) + element / SPAN * RUN + element % RUN;
    }

    private static int shift(int element) {
        return 2 * (element % SPAN / RUN);
    }
}
