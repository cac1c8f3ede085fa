package dev.troupe.store.template;

import dev.troupe.store.template.Padding.Side;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `'%s and %5d' % values`.
final class Formatting {
    private static final Pattern PLACE = Pattern.compile("%([-0+ ]{0,8})(\\d{0,9})(?:\\.(\\d{1,9}))?([a-zA-Z%])");

    private Formatting() {}

    static Text percent(Text format, Value values, Budget budget) {
        List<Value> items = values instanceof ListValue list && list.isTuple() ? list.items() : List.of(values);
        TextBuilder out = new TextBuilder(budget);
        Matcher place = PLACE.matcher(format.chars());
        int used = 0;
        int at = 0;
        int sign = format.chars().indexOf('%');
        while (sign >= 0) {
            budget.step();
            out.add(format.slice(at, sign));
            if (!place.region(sign, format.length()).lookingAt()) {
                throw new TemplateFault("a place of a format is not supported");
            }
            at = place.end();
            if (place.group(4).equals("%")) {
                out.add(format.slice(at - 1, at));
            } else if (used == items.size()) {
                throw new TemplateFault("a format has more places than values");
            } else {
                out.add(converted(place, items.get(used++), budget));
            }
            sign = format.chars().indexOf('%', at);
        }
        out.add(format.slice(at, format.length()));
        if (used < items.size()) {
            throw new TemplateFault("a format has fewer places than values");
        }
        return out.build();
    }

    private static Text converted(Matcher place, Value value, Budget budget) {
        String flags = place.group(1);
        char kind = place.group(4).charAt(0);
        Text text = NumberFormat.shown(
                value, kind, Optional.ofNullable(place.group(3)).map(Integer::valueOf), budget);
        boolean number = kind != 's' && kind != 'r';
        if (number && !text.chars().startsWith("-") && (flags.contains("+") || flags.contains(" "))) {
            text = new TextBuilder(budget)
                    .addData(flags.contains("+") ? "+" : " ")
                    .add(text)
                    .build();
        }
        int width = place.group(2).isEmpty() ? 0 : Integer.parseInt(place.group(2));
        if (number && flags.contains("0") && !flags.contains("-")) {
            return Padding.zeros(text, width, budget);
        }
        return Padding.padded(text, width, Text.template(" "), flags.contains("-") ? Side.LEFT : Side.RIGHT, budget);
    }
}
