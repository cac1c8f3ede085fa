package dev.troupe.kernel.profile;

import dev.troupe.kernel.layout.WeightFormat;
import java.util.Locale;

/// What an op's time is booked under: its name, and for a product the format of its weights.
public enum OpKind {
    EMBED,
    GATHER,
    NORMALIZE,
    NORMALIZE_ADD,
    QUANTIZE,
    NORMALIZE_QUANTIZE,
    LINEAR_F32,
    LINEAR_F16,
    LINEAR_Q8_0,
    LINEAR_Q4_0,
    LINEAR_Q4_1,
    LINEAR_BF16,
    LINEAR_Q5_0,
    LINEAR_Q5_1,
    LINEAR_Q2_K,
    LINEAR_Q3_K,
    LINEAR_Q4_K,
    LINEAR_Q5_K,
    LINEAR_Q6_K,
    ACTIVATE,
    ROTATE_AND_STORE,
    ATTEND,
    SOFTCAP,
    SAMPLE;

    /// A product with weights of `format`.
    public static OpKind linear(WeightFormat format) {
        return switch (format) {
            case F32 -> LINEAR_F32;
            case F16 -> LINEAR_F16;
            case Q8_0 -> LINEAR_Q8_0;
            case Q4_0 -> LINEAR_Q4_0;
            case Q4_1 -> LINEAR_Q4_1;
            case BF16 -> LINEAR_BF16;
            case Q5_0 -> LINEAR_Q5_0;
            case Q5_1 -> LINEAR_Q5_1;
            case Q2_K -> LINEAR_Q2_K;
            case Q3_K -> LINEAR_Q3_K;
            case Q4_K -> LINEAR_Q4_K;
            case Q5_K -> LINEAR_Q5_K;
            case Q6_K -> LINEAR_Q6_K;
        };
    }

    /// The name in tables and metrics: `linear_q8_0`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
