package dev.troupe.kernel.layout;

/// Q4_K and Q5_K: `half d, dmin; uint8 factors[12]; (uint8 fifth[32];) uint8 nibbles[128]`, parts
/// of 32.
///
/// Byte l of nibble run c (32 bytes) holds element l of part 2c low and of part 2c + 1 high; bit p
/// of `fifth[l]` belongs to element l of part p.
record FourBitSuperGroups(WeightFormat format) implements GroupCodec {
    private static final int PART = 32;
    private static final int PARTS = 8;
    private static final int FACTORS = 4;
    private static final int FACTOR_BYTES = 12;
    private static final int LOW_FOUR = 15;
    private static final int LOW_SIX = 63;

    @Override
    public int halves() {
        return 2;
    }

    @Override
    public int factors() {
        return 2 * PARTS;
    }

    @Override
    public int four(byte[] file, int group, int element) {
        int part = element / PART;
        int pairs = Fours.get(file, group + nibbles(element));
        int four = pairs >>> (part % 2 == 0 ? 0 : 4) & Fours.NIBBLES;
        return hasFifth() ? four | (Fours.get(file, group + fifth(element)) >>> part & Fours.BITS) << 4 : four;
    }

    @Override
    public void putFour(byte[] file, int group, int element, int four) {
        int part = element / PART;
        Fours.add(file, group + nibbles(element), (four & Fours.NIBBLES) << (part % 2 == 0 ? 0 : 4));
        if (hasFifth()) {
            Fours.add(file, group + fifth(element), (four >>> 4 & Fours.BITS) << part);
        }
    }

    @Override
    public int half(int index) {
        return index * Short.BYTES;
    }

    /// Six bits each. Those of parts 0..3 are the low bits of bytes 0..3 (scales) and 4..7
    /// (minimums); of parts 4..7 the low four bits share bytes 8..11, and the upper two lie above
    /// those of parts 0..3.
    @Override
    public byte factor(byte[] file, int group, int index) {
        int part = index % PARTS;
        int first = index < PARTS ? 0 : 4;
        int from = group + FACTORS;
        if (part < 4) {
            return (byte) (file[from + first + part] & LOW_SIX);
        }
        int low = file[from + 4 + part] >>> (index < PARTS ? 0 : 4) & LOW_FOUR;
        int high = file[from + first + part - 4] >>> 6 & 3;
        return (byte) (low | high << 4);
    }

    @Override
    public void putFactor(byte[] file, int group, int index, byte factor) {
        int part = index % PARTS;
        int first = index < PARTS ? 0 : 4;
        int to = group + FACTORS;
        if (part < 4) {
            file[to + first + part] |= (byte) (factor & LOW_SIX);
        } else {
            file[to + 4 + part] |= (byte) ((factor & LOW_FOUR) << (index < PARTS ? 0 : 4));
            file[to + first + part - 4] |= (byte) ((factor >>> 4 & 3) << 6);
        }
    }

    private boolean hasFifth() {
        return format == WeightFormat.Q5_K;
    }

    private static int fifth(int element) {
        return FACTORS + FACTOR_BYTES + element % PART;
    }

    private int nibbles(int element) {
        int start = FACTORS + FACTOR_BYTES + (hasFifth() ? PART : 0);
        return start + element / (2 * PART) * PART + element % PART;
    }
}
