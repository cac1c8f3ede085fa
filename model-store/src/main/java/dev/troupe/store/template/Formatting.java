package dev.troupe.store.template;

import java.util.List;

/// `'%s and %d' % values`: the conversions `s`, `d`, `i` and `%%`.
final class Formatting {
    private Formatting() {}

    static Text percent(Text format, Value values, Budget budget) {
        List<Value> items = values instanceof ListValue list && list.isTuple() ? list.items() : List.of(values);
        TextBuilder out = new TextBuilder(budget);
        int used = 0;
        int at = 0;
        while (at < format.length()) {
            int sign = format.chars().indexOf('%', at);
            if (sign < 0) {
                break;
            }
            out.add(format.slice(at, sign));
            char kind = sign + 1 < format.length() ? format.chars().charAt(sign + 1) : ' ';
            at = sign + 2;
            if (kind == '%') {
                out.add(format.slice(sign, sign + 1));
                continue;
            }
            if (used == items.size()) {
                throw new TemplateFault("a format has more places than values");
            }
            out.add(converted(kind, items.get(used++), budget));
        }
        out.add(format.slice(Math.min(at, format.length()), format.length()));
        if (used < items.size()) {
            throw new TemplateFault("a format has fewer places than values");
        }
        return out.build();
    }

    private static Text converted(char kind, Value value, Budget budget) {
        return switch (kind) {
            case 's' -> Printing.text(value, budget);
            case 'd', 'i' ->
                Text.data(Long.toString(Numbers.whole(value)
                        .orElseThrow(
                                () -> new TemplateFault("%" + kind + " needs an int, not a " + value.typeName()))));
            default -> throw new TemplateFault("the format %" + kind + " is not supported");
        };
    }
}
