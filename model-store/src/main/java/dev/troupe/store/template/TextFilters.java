package dev.troupe.store.template;

import dev.troupe.store.template.Filters.Filter;
import dev.troupe.store.template.Padding.Side;
import dev.troupe.store.template.ProvenanceText.Run;
import java.util.List;
import java.util.Map;

/// Filters that print their input and give a text.
final class TextFilters {
    static final Map<String, Filter> ALL = Map.ofEntries(
            Map.entry("trim", (in, args, frame) -> Trimming.both(text(in, frame), Trimming.dropped(args))),
            Map.entry("upper", (in, _, frame) -> Casing.upper(text(in, frame), frame.budget())),
            Map.entry("lower", (in, _, frame) -> Casing.lower(text(in, frame), frame.budget())),
            Map.entry("capitalize", (in, _, frame) -> Casing.capitalize(text(in, frame), frame.budget())),
            Map.entry(
                    "title", (in, _, frame) -> Casing.title(text(in, frame), TextFilters::breaksWord, frame.budget())),
            Map.entry("string", (in, _, frame) -> text(in, frame)),
            Map.entry("safe", (in, _, frame) -> text(in, frame)),
            Map.entry("replace", TextFilters::replace),
            Map.entry("indent", TextFilters::indent),
            Map.entry("join", (in, args, frame) -> JoinFilter.apply(in, args, frame)),
            Map.entry(
                    "format",
                    (in, args, frame) -> Formatting.percent(
                            text(in, frame), ListValue.tuple(args.positional(), frame.budget()), frame.budget())),
            Map.entry("escape", (in, _, frame) -> escape(text(in, frame), frame)),
            Map.entry("forceescape", (in, _, frame) -> escape(text(in, frame), frame)),
            Map.entry("center", (in, args, frame) -> Padding.method(text(in, frame), args, 80, Side.CENTER, frame)),
            Map.entry("truncate", TextFilters::truncate),
            Map.entry("wordcount", TextFilters::wordCount),
            Map.entry("e", (in, _, frame) -> escape(text(in, frame), frame)),
            Map.entry("tojson", JsonFilter::apply));

    private TextFilters() {}

    static Text text(Value value, Frame frame) {
        Text text = Printing.text(value, frame.budget());
        frame.budget().chars(text.length());
        return text;
    }

    private static boolean breaksWord(int c) {
        return CodePoints.isSpace(c) || "-({[<".indexOf(c) >= 0;
    }

    private static Value replace(Value in, Arguments args, Frame frame) {
        return Splitting.replace(
                text(in, frame),
                text(args.required(0, "old"), frame),
                text(args.required(1, "new"), frame),
                args.integer(2, "count", -1),
                frame.budget());
    }

    /// Puts blanks in front of every line but the first (`first`), and of blank lines (`blank`).
    private static Value indent(Value in, Arguments args, Frame frame) {
        Value width = args.optional(0, "width").orElse(new Scalar.Int(4));
        Text margin = width instanceof Text given
                ? given
                : (Text) Arithmetic.apply(Arithmetic.Operator.MULTIPLY, Text.template(" "), width, frame.budget());
        boolean first = args.flag(1, "first", false);
        boolean blank = args.flag(2, "blank", false);
        List<Text> lines = Splitting.bySeparator(text(in, frame), "\n", -1, frame.budget());
        TextBuilder out = frame.text();
        for (int i = 0; i < lines.size(); i++) {
            if (i > 0) {
                out.add(Text.template("\n"));
            }
            if (i == 0 ? first : blank || !lines.get(i).isEmpty()) {
                out.add(margin);
            }
            out.add(lines.get(i));
        }
        return out.build();
    }

    /// Cuts a text that is longer than `length` and `leeway`, at a blank unless `killwords`.
    private static Value truncate(Value in, Arguments args, Frame frame) {
        Text text = text(in, frame);
        int length = args.integer(0, "length", 255);
        Text end = args.optional(2, "end").isPresent() ? args.text(2, "end") : Text.template("...");
        int kept = length - CodePoints.length(end);
        if (kept < 0) {
            throw new TemplateFault("truncate needs a length of at least that of its end");
        }
        if (CodePoints.length(text) <= (long) length + args.integer(3, "leeway", 5)) {
            return text;
        }
        Text cut = text.slice(0, CodePoints.index(text, kept));
        int blank = args.flag(1, "killwords", false) ? -1 : cut.chars().lastIndexOf(' ');
        return frame.text().add(blank < 0 ? cut : cut.slice(0, blank)).add(end).build();
    }

    private static Value wordCount(Value in, Arguments args, Frame frame) {
        boolean inWord = false;
        int words = 0;
        for (int c : text(in, frame).chars().codePoints().toArray()) {
            boolean letter = Character.isLetterOrDigit(c) || c == '_';
            words += letter && !inWord ? 1 : 0;
            inWord = letter;
        }
        return new Scalar.Int(words);
    }

    private static Value escape(Text text, Frame frame) {
        TextBuilder out = frame.text();
        for (Run run : text.runs()) {
            String escaped = run.text()
                    .replace("&", "&amp;")
                    .replace("<", "&lt;")
                    .replace(">", "&gt;")
                    .replace("'", "&#39;")
                    .replace("\"", "&#34;");
            out.add(escaped, run.origin());
        }
        return out.build();
    }
}
