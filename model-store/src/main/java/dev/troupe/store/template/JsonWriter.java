package dev.troupe.store.template;

import dev.troupe.store.template.ProvenanceText.Run;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Writes values as JSON, the way Python's `json.dumps` lays it out.
final class JsonWriter {
    /// @param indent one level's margin; absent for one line
    record Style(
            boolean asciiOnly, Optional<String> indent, String itemSeparator, String keySeparator, boolean sortKeys) {}

    private static final HexFormat HEX = HexFormat.of();

    private final Style style;
    private final Frame frame;
    private final TextBuilder out;

    JsonWriter(Style style, Frame frame) {
        this.style = style;
        this.frame = frame;
        this.out = frame.text();
    }

    Text text() {
        return out.build();
    }

    void write(Value value, int level) {
        frame.budget().step();
        switch (value) {
            case Text text -> string(text);
            case ListValue list -> list(list.placed("written as JSON"), level);
            case DictValue dict -> dict(dict, level);
            case Scalar.None _ -> out.addData("null");
            case Scalar.Bool bool -> out.addData(bool == Scalar.Bool.TRUE ? "true" : "false");
            case Scalar.Int number -> out.addData(Long.toString(number.value()));
            case Scalar.Real number -> out.addData(real(number.value()));
            case Scalar.Undefined _, Opaque _ ->
                throw new TemplateFault("a " + value.typeName() + " cannot be written as JSON");
        }
    }

    private void list(List<Value> items, int level) {
        if (items.isEmpty()) {
            out.addData("[]");
            return;
        }
        out.addData("[");
        String separator = "";
        for (Value item : items) {
            out.addData(separator);
            newLine(level + 1);
            write(item, level + 1);
            separator = style.itemSeparator();
        }
        newLine(level);
        out.addData("]");
    }

    private void dict(DictValue dict, int level) {
        if (dict.size() == 0) {
            out.addData("{}");
            return;
        }
        out.addData("{");
        String separator = "";
        for (DictValue.Entry entry : ordered(dict)) {
            out.addData(separator);
            newLine(level + 1);
            key(entry.key());
            out.addData(style.keySeparator());
            write(entry.value(), level + 1);
            separator = style.itemSeparator();
        }
        newLine(level);
        out.addData("}");
    }

    private List<DictValue.Entry> ordered(DictValue dict) {
        List<DictValue.Entry> entries = new ArrayList<>();
        dict.entries().forEach(entries::add);
        if (style.sortKeys()) {
            entries.sort((a, b) -> Comparing.order(a.key(), b.key(), frame.budget()));
        }
        return entries;
    }

    private void key(Value key) {
        if (key instanceof Text text) {
            string(text);
        } else {
            out.addData("\"");
            write(key, 0);
            out.addData("\"");
        }
    }

    private void newLine(int level) {
        if (style.indent().isPresent()) {
            out.addData("\n");
            for (int i = 0; i < level; i++) {
                out.addData(style.indent().get());
            }
        }
    }

    private void string(Text text) {
        out.addData("\"");
        for (Run run : text.runs()) {
            StringBuilder escaped = new StringBuilder();
            run.text().chars().forEach(c -> escape((char) c, escaped));
            out.add(escaped.toString(), run.origin());
        }
        out.addData("\"");
    }

    private void escape(char c, StringBuilder escaped) {
        switch (c) {
            case '"' -> escaped.append("\\\"");
            case '\\' -> escaped.append("\\\\");
            case '\n' -> escaped.append("\\n");
            case '\r' -> escaped.append("\\r");
            case '\t' -> escaped.append("\\t");
            case '\b' -> escaped.append("\\b");
            case '\f' -> escaped.append("\\f");
            default -> {
                if (c < 0x20 || (style.asciiOnly() && c > 0x7e)) {
                    escaped.append("\\u").append(HEX.toHexDigits(c));
                } else {
                    escaped.append(c);
                }
            }
        }
    }

    private static String real(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        return Double.isInfinite(value) ? (value > 0 ? "Infinity" : "-Infinity") : Numbers.print(value);
    }
}
