package dev.troupe.store.template;

import java.time.Duration;

/// How much one template may do. A template comes with a model file from outside, so none of this
/// is taken on trust.
///
/// @param sourceChars longest source
/// @param depth nesting of the source, of running macros and loops, and of values
/// @param steps nodes evaluated in one render
/// @param workChars characters built in one render, intermediate strings included
/// @param outputChars longest result
/// @param time one render may take; on a machine that keeps up, `steps` end a template long before
public record TemplateLimits(int sourceChars, int depth, int steps, long workChars, int outputChars, Duration time) {
    public TemplateLimits {
        if (sourceChars < 1 || depth < 1 || steps < 1 || workChars < 1 || outputChars < 1) {
            throw new IllegalArgumentException("every limit of a template must be at least 1");
        }
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("a template's time must be above 0, not " + time);
        }
    }

    private static final Duration TIME = Duration.ofSeconds(5);

    /// Room for a long conversation through the largest templates in use.
    public static TemplateLimits standard() {
        return new TemplateLimits(256 * 1024, 200, 5_000_000, 64L * 1024 * 1024, 8 * 1024 * 1024, TIME);
    }
}
