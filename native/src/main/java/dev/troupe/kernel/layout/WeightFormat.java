package dev.troupe.kernel.layout;

/// A weight format as files store it: rows of groups, every group the same number of bytes. Names
/// and block layouts are GGUF's.
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
    Q4_1(32, 20);

    private final int groupSize;
    private final int groupBytes;

    WeightFormat(int groupSize, int groupBytes) {
        this.groupSize = groupSize;
        this.groupBytes = groupBytes;
    }

    /// Weights that share a scale.
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
}
