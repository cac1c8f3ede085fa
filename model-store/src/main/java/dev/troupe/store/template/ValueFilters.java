package dev.troupe.store.template;

import dev.troupe.store.template.Filters.Filter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.OptionalDouble;

/// Filters for single values: defaults and numbers.
final class ValueFilters {
    static final Map<String, Filter> ALL = Map.of(
            "default", ValueFilters::otherwise,
            "d", ValueFilters::otherwise,
            "int", ValueFilters::toInt,
            "float", ValueFilters::toReal,
            "abs", ValueFilters::absolute,
            "round", ValueFilters::round,
            "attr",
                    (in, args, frame) ->
                            Attributes.attribute(in, args.text(0, "name").chars(), frame.budget()));

    private ValueFilters() {}

    private static Value otherwise(Value in, Arguments args, Frame frame) {
        boolean missing = in instanceof Scalar.Undefined || (args.flag(1, "boolean", false) && !Truth.of(in));
        return missing ? args.optional(0, "default_value").orElse(Text.EMPTY) : in;
    }

    private static Value toInt(Value in, Arguments args, Frame frame) {
        if (Numbers.whole(in).isPresent()) {
            return new Scalar.Int(Numbers.whole(in).getAsLong());
        }
        OptionalDouble number = read(in);
        boolean fits = number.isPresent() && Math.abs(number.getAsDouble()) < 0x1p63;
        return fits
                ? new Scalar.Int((long) number.getAsDouble())
                : args.optional(0, "default").orElse(new Scalar.Int(0));
    }

    private static Value toReal(Value in, Arguments args, Frame frame) {
        OptionalDouble number = read(in);
        return number.isPresent()
                ? new Scalar.Real(number.getAsDouble())
                : args.optional(0, "default").orElse(new Scalar.Real(0));
    }

    private static OptionalDouble read(Value in) {
        if (!(in instanceof Text text)) {
            return Numbers.real(in);
        }
        if (text.length() > 64) {
            return OptionalDouble.empty();
        }
        try {
            return OptionalDouble.of(new BigDecimal(text.chars().strip()).doubleValue());
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    private static Value absolute(Value in, Arguments args, Frame frame) {
        boolean negative = Comparing.order(in, new Scalar.Int(0), frame.budget()) < 0;
        Value zero = new Scalar.Int(0);
        return negative ? Arithmetic.apply(Arithmetic.Operator.SUBTRACT, zero, in, frame.budget()) : in;
    }

    private static Value round(Value in, Arguments args, Frame frame) {
        int digits = args.integer(0, "precision", 0);
        String method =
                args.optional(1, "method").isPresent() ? args.text(1, "method").chars() : "common";
        RoundingMode mode = switch (method) {
            case "common" -> RoundingMode.HALF_EVEN;
            case "ceil" -> RoundingMode.CEILING;
            case "floor" -> RoundingMode.FLOOR;
            default -> throw new TemplateFault("round knows common, ceil and floor, not '" + method + "'");
        };
        double number =
                Numbers.real(in).orElseThrow(() -> new TemplateFault("a " + in.typeName() + " cannot be rounded"));
        if (Numbers.whole(in).isPresent() && mode == RoundingMode.HALF_EVEN && digits >= 0) {
            return new Scalar.Int(Numbers.whole(in).getAsLong());
        }
        if (Math.abs(digits) > 32 || !Double.isFinite(number)) {
            throw new TemplateFault("rounds to more than 32 digits, or something that is not finite");
        }
        return new Scalar.Real(new BigDecimal(number).setScale(digits, mode).doubleValue());
    }
}
