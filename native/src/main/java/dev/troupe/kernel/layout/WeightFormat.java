package dev.troupe.kernel.layout;

/// A weight format as files store it: rows of groups, every group the same number of bytes. Names
/// and block layouts are GGUF's. In what follows `q` is an integer as it is stored, never negative
/// but for Q8_0, and the bytes of a group are in the file's order.
///
/// Formats of 256 hold parts of 16 or 32 weights, whose small factors are integers.
public enum WeightFormat {
    /// One fp32.
    F32(1, 4),
    /// One IEEE half.
    F16(1, 2),
    /// `half d; int8 q[32]`: `d * q`.
    Q8_0(32, 34),
    /// `half d; uint8 q[16]`: `d * (nibble - 8)`; byte i holds element i low and element i+16 high.
    Q4_0(32, 18),
    /// `half d, m; uint8 q[16]`: `d * nibble + m`; byte i holds element i low and element i+16
    /// high.
    Q4_1(32, 20),
    /// The upper half of one fp32.
    BF16(1, 2),
    /// `half d; uint32 fifth; uint8 q[16]`: `d * (q - 16)`; nibbles as Q4_0, bit i of `fifth` is
    /// element i's fifth bit.
    Q5_0(32, 22),
    /// `half d, m; uint32 fifth; uint8 q[16]`: `d * q + m`; otherwise as Q5_0.
    Q5_1(32, 24),
    /// Parts of 16 with 4 bits of scale `s` and of minimum `m`: `d * s * q - dmin * m`, q of 2 bits.
    Q2_K(256, 84),
    /// Parts of 16 with 6 bits of scale: `d * (s - 32) * (q - 4)`, q of 3 bits.
    Q3_K(256, 110),
    /// Parts of 32 with 6 bits of scale and of minimum: `d * s * q - dmin * m`, q of 4 bits.
    Q4_K(256, 144),
    /// As Q4_K, q of 5 bits.
    Q5_K(256, 176),
    /// Parts of 16 with an int8 scale: `d * s * (q - 32)`, q of 6 bits.
    Q6_K(256, 210);

    private final int groupSize;
    private final int groupBytes;

    WeightFormat(int groupSize, int groupBytes) {
        this.groupSize = groupSize;
        this.groupBytes = groupBytes;
    }

    /// Weights that a file keeps together.
    public int groupSize() {
        return groupSize;
    }

    /// Bytes of a group in the file.
    public int groupBytes() {
        return groupBytes;
    }

    /// Whether the left operand of a product is quantised to int8.
    public boolean isQuantized() {
        return groupSize > 1;
    }

    /// Bytes of one row in the file.
    public long rowBytes(int inputs) {
        return (long) (inputs / groupSize) * groupBytes;
    }

    /// Weights that share a scale: 32, or 16; 1 where there is none.
    public int partSize() {
        return switch (this) {
            case F32, F16, BF16 -> 1;
            case Q2_K, Q3_K, Q6_K -> 16;
            default -> 32;
        };
    }

    /// Whether a part has a minimum beside its scale.
    public boolean hasMinimum() {
        return switch (this) {
            case Q4_1, Q5_1, Q2_K, Q4_K, Q5_K -> true;
            default -> false;
        };
    }

    /// What a stored quant is above the integer that it means; Q8_0 stores what it means.
    int zero() {
        return switch (this) {
            case Q4_0 -> 8;
            case Q5_0 -> 16;
            case Q3_K -> 4;
            case Q6_K -> 32;
            default -> 0;
        };
    }
}
