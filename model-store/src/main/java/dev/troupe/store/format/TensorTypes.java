package dev.troupe.store.format;

import dev.troupe.kernel.layout.WeightFormat;
import java.util.Map;
import java.util.Optional;

/// The numbers that stand for tensor types in a file.
final class TensorTypes {
    private static final Map<Integer, WeightFormat> SUPPORTED = Map.of(
            0, WeightFormat.F32,
            1, WeightFormat.F16,
            2, WeightFormat.Q4_0,
            3, WeightFormat.Q4_1,
            8, WeightFormat.Q8_0);

    private static final Map<Integer, String> KNOWN = Map.ofEntries(
            Map.entry(6, "Q5_0"),
            Map.entry(7, "Q5_1"),
            Map.entry(9, "Q8_1"),
            Map.entry(10, "Q2_K"),
            Map.entry(11, "Q3_K"),
            Map.entry(12, "Q4_K"),
            Map.entry(13, "Q5_K"),
            Map.entry(14, "Q6_K"),
            Map.entry(15, "Q8_K"),
            Map.entry(16, "IQ2_XXS"),
            Map.entry(17, "IQ2_XS"),
            Map.entry(18, "IQ3_XXS"),
            Map.entry(19, "IQ1_S"),
            Map.entry(20, "IQ4_NL"),
            Map.entry(21, "IQ3_S"),
            Map.entry(22, "IQ2_S"),
            Map.entry(23, "IQ4_XS"),
            Map.entry(24, "I8"),
            Map.entry(25, "I16"),
            Map.entry(26, "I32"),
            Map.entry(27, "I64"),
            Map.entry(28, "F64"),
            Map.entry(29, "IQ1_M"),
            Map.entry(30, "BF16"),
            Map.entry(34, "TQ1_0"),
            Map.entry(35, "TQ2_0"),
            Map.entry(39, "MXFP4"));

    private TensorTypes() {}

    static Optional<WeightFormat> format(int code) {
        return Optional.ofNullable(SUPPORTED.get(code));
    }

    static String describe(int code) {
        String known = KNOWN.get(code);
        return known == null
                ? "the unknown type " + Integer.toUnsignedString(code)
                : "type " + known + ", which is not supported";
    }

    static int code(WeightFormat format) {
        return switch (format) {
            case F32 -> 0;
            case F16 -> 1;
            case Q4_0 -> 2;
            case Q4_1 -> 3;
            case Q8_0 -> 8;
        };
    }
}
