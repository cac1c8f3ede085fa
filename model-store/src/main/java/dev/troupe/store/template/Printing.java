package dev.troupe.store.template;

import dev.troupe.store.template.ProvenanceText.Run;
import java.util.HexFormat;

/// How values are written: `str()` for output, `repr()` inside lists and mappings. Brackets,
/// quotes, numbers and names have nobody as their author and count as data.
final class Printing {
    private static final HexFormat HEX = HexFormat.of();

    private Printing() {}

    /// The text of a value, as `{{ value }}` shows it.
    static Text text(Value value, Budget budget) {
        if (value instanceof Text text) {
            return text;
        }
        TextBuilder out = new TextBuilder(budget);
        if (!(value instanceof Scalar.Undefined)) {
            repr(value, out, budget);
        }
        return out.build();
    }

    /// As Python's `repr()` shows it.
    static Text repr(Value value, Budget budget) {
        TextBuilder out = new TextBuilder(budget);
        repr(value, out, budget);
        return out.build();
    }

    private static void repr(Value value, TextBuilder out, Budget budget) {
        budget.step();
        switch (value) {
            case Text text -> quoted(text, out);
            case ListValue list when list.isGenerator() -> out.addData("<generator>");
            case ListValue list -> list(list, out, budget);
            case DictValue dict -> dict(dict, out, budget);
            case Scalar.None _ -> out.addData("None");
            case Scalar.Bool bool -> out.addData(bool == Scalar.Bool.TRUE ? "True" : "False");
            case Scalar.Int number -> out.addData(Long.toString(number.value()));
            case Scalar.Real number -> out.addData(Numbers.print(number.value()));
            case Scalar.Undefined _ -> out.addData("Undefined");
            case Opaque opaque -> out.addData("<" + opaque.typeName() + ">");
        }
    }

    private static void list(ListValue list, TextBuilder out, Budget budget) {
        out.addData(list.isTuple() ? "(" : "[");
        String separator = "";
        for (Value item : list.items()) {
            out.addData(separator);
            repr(item, out, budget);
            separator = ", ";
        }
        boolean single = list.isTuple() && list.items().size() == 1;
        out.addData(single ? ",)" : list.isTuple() ? ")" : "]");
    }

    private static void dict(DictValue dict, TextBuilder out, Budget budget) {
        out.addData("{");
        String separator = "";
        for (DictValue.Entry entry : dict.entries()) {
            out.addData(separator);
            repr(entry.key(), out, budget);
            out.addData(": ");
            repr(entry.value(), out, budget);
            separator = ", ";
        }
        out.addData("}");
    }

    private static void quoted(Text text, TextBuilder out) {
        boolean single = text.chars().indexOf('\'') < 0 || text.chars().indexOf('"') >= 0;
        char quote = single ? '\'' : '"';
        out.addData(String.valueOf(quote));
        for (Run run : text.runs()) {
            StringBuilder escaped = new StringBuilder();
            run.text().codePoints().forEach(c -> escape(c, quote, escaped));
            out.add(escaped.toString(), run.origin());
        }
        out.addData(String.valueOf(quote));
    }

    private static void escape(int c, char quote, StringBuilder out) {
        switch (c) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '\\' -> out.append("\\\\");
            default -> {
                if (c == quote) {
                    out.append('\\').append((char) c);
                } else if (isPrintable(c)) {
                    out.appendCodePoint(c);
                } else {
                    int digits = c < 0x100 ? 2 : c < 0x10000 ? 4 : 8;
                    out.append('\\').append(digits == 2 ? 'x' : digits == 4 ? 'u' : 'U');
                    out.append(HEX.toHexDigits(c, digits));
                }
            }
        }
    }

    private static boolean isPrintable(int c) {
        if (c == ' ') {
            return true;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SPACE_SEPARATOR -> false;
            default -> true;
        };
    }
}
