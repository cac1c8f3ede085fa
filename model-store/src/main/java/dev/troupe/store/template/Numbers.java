package dev.troupe.store.template;

import java.math.BigDecimal;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Numbers as Python reads and writes them. Integers are 64 bits; what does not fit is refused.
final class Numbers {
    private Numbers() {}

    /// Integers and booleans.
    static OptionalLong whole(Value value) {
        return switch (value) {
            case Scalar.Int number -> OptionalLong.of(number.value());
            case Scalar.Bool bool -> OptionalLong.of(bool.ordinal());
            default -> OptionalLong.empty();
        };
    }

    static OptionalDouble real(Value value) {
        if (value instanceof Scalar.Real number) {
            return OptionalDouble.of(number.value());
        }
        OptionalLong whole = whole(value);
        return whole.isPresent() ? OptionalDouble.of(whole.getAsLong()) : OptionalDouble.empty();
    }

    static int toInt(Value value, String what) {
        long number = whole(value)
                .orElseThrow(() -> new TemplateFault(what + " is a " + value.typeName() + "; an int is needed"));
        if (number != (int) number) {
            throw new TemplateFault(what + " is " + number + ", which is too large");
        }
        return (int) number;
    }

    /// The shortest text that reads back to the same number, in Python's form.
    static String print(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        int exponent = digits.precision() - digits.scale() - 1;
        if (value == 0 || (exponent >= -4 && exponent < 16)) {
            String plain = digits.signum() == 0 ? (1 / value < 0 ? "-0" : "0") : digits.toPlainString();
            return plain.contains(".") ? plain : plain + ".0";
        }
        String unscaled = digits.unscaledValue().abs().toString();
        String mantissa = unscaled.length() == 1 ? unscaled : unscaled.charAt(0) + "." + unscaled.substring(1);
        String sign = value < 0 ? "-" : "";
        return sign + mantissa + "e" + (exponent < 0 ? "-" : "+") + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }
}
