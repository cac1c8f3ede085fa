package dev.troupe.kernel.layout;

/// Takes the groups of one quantised format apart, and puts them together again: what panels hold
/// is these pieces in another order. A group is given by its first byte in an array.
///
/// Quants come four at a time, one per byte, the first element's lowest.
interface GroupCodec {
    /// fp16 factors of a group, 1 or 2: its scale, then its minimum.
    int halves();

    /// Small factors of a group, one byte each: the scales of its parts, then their minimums (Q2_K
    /// has both in one byte, as in the file).
    int factors();

    /// Quants of elements `element..element+3`, a multiple of 4.
    int four(byte[] file, int group, int element);

    /// The reverse; the group's bytes are zero before the first call.
    void putFour(byte[] file, int group, int element, int quants);

    /// Offset in a group of an fp16 factor.
    int half(int index);

    byte factor(byte[] file, int group, int index);

    /// The reverse; the group's bytes are zero before the first call.
    void putFactor(byte[] file, int group, int index, byte factor);

    /// @throws IllegalArgumentException when the format is not quantised
    static GroupCodec of(WeightFormat format) {
        return switch (format) {
            case Q8_0, Q4_0, Q4_1, Q5_0, Q5_1 -> new SimpleGroups(format);
            case Q4_K, Q5_K -> new FourBitSuperGroups(format);
            case Q2_K, Q3_K -> new TwoBitSuperGroups(format);
            case Q6_K -> new SixBitSuperGroups();
            case F32, F16, BF16 -> throw new IllegalArgumentException(format + " has no groups");
        };
    }
}
