package dev.troupe.control.json;

/// Which numbers a field allows; the text is what a client reads.
///
/// @param least lower end
/// @param leastAllowed whether `least` itself is allowed
/// @param most upper end, allowed
public record NumberRange(double least, boolean leastAllowed, double most) {
    public static NumberRange closed(double least, double most) {
        return new NumberRange(least, true, most);
    }

    public static NumberRange above(double least, double most) {
        return new NumberRange(least, false, most);
    }

    boolean contains(double value) {
        return (leastAllowed ? value >= least : value > least) && value <= most;
    }

    @Override
    public String toString() {
        return (leastAllowed ? "" : "above ") + plain(least) + (leastAllowed ? " to " : " up to ") + plain(most);
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }
}
