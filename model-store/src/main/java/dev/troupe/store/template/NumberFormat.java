package dev.troupe.store.template;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/// One value as a conversion of a format shows it.
final class NumberFormat {
    private static final int USUAL_PRECISION = 6;
    private static final int MAX_PRECISION = 100;

    private NumberFormat() {}

    /// @param kind `s`, `r`, `d`, `i`, `u`, `x`, `X`, `o` or `f`
    static Text shown(Value value, char kind, Optional<Integer> precision, Budget budget) {
        return switch (kind) {
            case 's' -> cut(Printing.text(value, budget), precision);
            case 'r' -> cut(Printing.repr(value, budget), precision);
            case 'd', 'i', 'u' -> Text.data(Long.toString(whole(value, kind)));
            case 'x' -> Text.data(Long.toString(whole(value, kind), 16));
            case 'X' -> Casing.upper(Text.data(Long.toString(whole(value, kind), 16)), budget);
            case 'o' -> Text.data(Long.toString(whole(value, kind), 8));
            case 'f', 'F' -> Text.data(fixed(value, kind, precision.orElse(USUAL_PRECISION)));
            default -> throw new TemplateFault("the format %" + kind + " is not supported");
        };
    }

    private static Text cut(Text text, Optional<Integer> precision) {
        return precision
                .filter(most -> most < CodePoints.length(text))
                .map(most -> text.slice(0, CodePoints.index(text, most)))
                .orElse(text);
    }

    private static long whole(Value value, char kind) {
        if (value instanceof Scalar.Real number && kind != 'x' && kind != 'X' && kind != 'o') {
            double real = number.value();
            if (Math.abs(real) < 0x1p63) {
                return (long) real;
            }
        }
        return Numbers.whole(value)
                .orElseThrow(() -> new TemplateFault("%" + kind + " needs an int, not a " + value.typeName()));
    }

    private static String fixed(Value value, char kind, int precision) {
        double number = Numbers.real(value)
                .orElseThrow(() -> new TemplateFault("%" + kind + " needs a number, not a " + value.typeName()));
        if (precision > MAX_PRECISION) {
            throw new TemplateFault("a format asks for " + precision + " digits; the most is " + MAX_PRECISION);
        }
        if (!Double.isFinite(number)) {
            return Numbers.print(number);
        }
        String digits = new BigDecimal(number)
                .setScale(precision, RoundingMode.HALF_EVEN)
                .toPlainString();
        boolean minusZero = (number < 0 || 1 / number < 0) && !digits.startsWith("-");
        return minusZero ? "-" + digits : digits;
    }
}
