package dev.troupe.store.template;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Python's `strftime`, in English.
final class TimeFormat {
    private static final Map<Character, String> PATTERNS = Map.ofEntries(
            Map.entry('a', "EEE"),
            Map.entry('A', "EEEE"),
            Map.entry('b', "MMM"),
            Map.entry('B', "MMMM"),
            Map.entry('d', "dd"),
            Map.entry('e', "ppd"),
            Map.entry('F', "yyyy-MM-dd"),
            Map.entry('H', "HH"),
            Map.entry('I', "hh"),
            Map.entry('j', "DDD"),
            Map.entry('m', "MM"),
            Map.entry('M', "mm"),
            Map.entry('p', "a"),
            Map.entry('S', "ss"),
            Map.entry('T', "HH:mm:ss"),
            Map.entry('y', "yy"),
            Map.entry('Y', "yyyy"),
            Map.entry('z', "xx"),
            Map.entry('Z', "zzz"));
    private static final Map<Character, DateTimeFormatter> FORMATTERS = PATTERNS.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(
                    Map.Entry::getKey, entry -> DateTimeFormatter.ofPattern(entry.getValue(), Locale.US)));

    private TimeFormat() {}

    static String format(String format, ZonedDateTime time) {
        StringBuilder out = new StringBuilder();
        for (int at = 0; at < format.length(); at++) {
            char c = format.charAt(at);
            if (c != '%' || at + 1 == format.length()) {
                out.append(c);
                continue;
            }
            char directive = format.charAt(++at);
            boolean unpadded = directive == '-' && at + 1 < format.length();
            String value = directive(unpadded ? format.charAt(++at) : directive, time);
            boolean zeros = unpadded && value.length() > 1 && value.startsWith("0");
            out.append(zeros ? value.replaceFirst("^0+(?=.)", "") : value);
        }
        return out.toString();
    }

    private static String directive(char directive, ZonedDateTime time) {
        if (directive == '%') {
            return "%";
        }
        DateTimeFormatter formatter = FORMATTERS.get(directive);
        if (formatter == null) {
            throw new TemplateFault("the time format %" + directive + " is not supported");
        }
        return formatter.format(time);
    }
}
