package dev.troupe.cli.command;

import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sizes as people write them: `6g`, `512m`, `1.5GiB`. Units are powers of 1,024.
final class ByteSize {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)\\s*([kmgt]?)(?:i?b)?");
    private static final String UNITS = "kmgt";
    private static final int BITS_PER_UNIT = 10;

    private ByteSize() {}

    /// @return bytes, at least 1
    static long parse(String text) {
        Matcher matcher = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (matcher.matches()) {
            int power = matcher.group(2).isEmpty() ? 0 : UNITS.indexOf(matcher.group(2)) + 1;
            double bytes = Double.parseDouble(matcher.group(1)) * (1L << (BITS_PER_UNIT * power));
            if (bytes >= 1 && bytes < Long.MAX_VALUE) {
                return (long) bytes;
            }
        }
        throw new CliException(ExitCode.USAGE, "'" + text + "' is not a size; expected something like 6g or 512m");
    }
}
