package dev.troupe.kernel.profile;

import dev.troupe.kernel.layout.WeightFormat;
import java.util.Locale;

/// What an op's time is booked under: its name, and for a product the format of its weights.
public enum OpKind {
    EMBED,
    GATHER,
    NORMALIZE,
    QUANTIZE,
    NORMALIZE_QUANTIZE,
    LINEAR_F32,
    LINEAR_F16,
    LINEAR_Q8_0,
    LINEAR_Q4_0,
    LINEAR_Q4_1,
    ROTATE_AND_STORE,
    ATTEND,
    SAMPLE;

    /// A product with weights of `format`.
    public static OpKind linear(WeightFormat format) {
        return switch (format) {
            case F32 -> LINEAR_F32;
            case F16 -> LINEAR_F16;
            case Q8_0 -> LINEAR_Q8_0;
            case Q4_0 -> LINEAR_Q4_0;
            case Q4_1 -> LINEAR_Q4_1;
        };
    }

    /// The name in tables and metrics: `linear_q8_0`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
