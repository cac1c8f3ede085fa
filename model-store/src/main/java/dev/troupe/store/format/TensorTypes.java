package dev.troupe.store.format;

import dev.troupe.kernel.layout.WeightFormat;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The numbers that stand for tensor types in a file.
final class TensorTypes {
    /// What is read.
    private static final Map<Integer, WeightFormat> SUPPORTED =
            Arrays.stream(WeightFormat.values()).collect(Collectors.toMap(TensorTypes::code, Function.identity()));

    /// What is only known by name.
    private static final Map<Integer, String> KNOWN = Map.ofEntries(
            Map.entry(9, "Q8_1"),
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
            Map.entry(34, "TQ1_0"),
            Map.entry(35, "TQ2_0"),
            Map.entry(39, "MXFP4"),
            Map.entry(40, "NVFP4"));

    private TensorTypes() {}

    static Optional<WeightFormat> format(int code) {
        return Optional.ofNullable(SUPPORTED.get(code));
    }

    /// Why the type is not read, and what to use instead.
    static String describe(int code) {
        String known = KNOWN.get(code);
        if (known == null) {
            return "the unknown type " + Integer.toUnsignedString(code);
        }
        return "type " + known + ", which is not supported; use the model in " + instead(known) + " instead";
    }

    private static String instead(String type) {
        if (type.startsWith("IQ1") || type.startsWith("IQ2") || type.startsWith("TQ")) {
            return "Q2_K or Q3_K_M";
        }
        if (type.startsWith("IQ3")) {
            return "Q3_K_M";
        }
        return type.startsWith("IQ4") || type.endsWith("FP4") ? "Q4_K_M" : "Q8_0, F16, BF16 or F32";
    }

    static int code(WeightFormat format) {
        return switch (format) {
            case F32 -> 0;
            case F16 -> 1;
            case Q4_0 -> 2;
            case Q4_1 -> 3;
            case Q5_0 -> 6;
            case Q5_1 -> 7;
            case Q8_0 -> 8;
            case Q2_K -> 10;
            case Q3_K -> 11;
            case Q4_K -> 12;
            case Q5_K -> 13;
            case Q6_K -> 14;
            case BF16 -> 30;
        };
    }
}
