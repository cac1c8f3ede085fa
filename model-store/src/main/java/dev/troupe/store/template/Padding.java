package dev.troupe.store.template;

/// Fills a text up to a width, in characters as Python counts them.
final class Padding {
    private Padding() {}

    /// Where the text stands in its width.
    enum Side {
        LEFT,
        CENTER,
        RIGHT
    }

    static Text padded(Text text, int width, Text fill, Side side, Budget budget) {
        int missing = Math.max(0, width - CodePoints.length(text));
        // As CPython rounds: an odd blank goes left when the width is odd.
        int left = switch (side) {
            case LEFT -> 0;
            case CENTER -> missing / 2 + (missing & width & 1);
            case RIGHT -> missing;
        };
        budget.expectChars(fill.length(), missing);
        TextBuilder out = new TextBuilder(budget);
        repeat(fill, left, out);
        out.add(text);
        repeat(fill, missing - left, out);
        return out.build();
    }

    /// `text|center(width)` and `str.center(width, fillchar)` and its like.
    static Text method(Text text, Arguments args, int usualWidth, Side side, Frame frame) {
        Text fill = args.optional(1, "fillchar").isPresent() ? args.text(1, "fillchar") : Text.template(" ");
        if (CodePoints.length(fill) != 1) {
            throw new TemplateFault("a fill character must be one character");
        }
        return padded(text, args.integer(0, "width", usualWidth), fill, side, frame.budget());
    }

    /// Zeros behind the sign.
    static Text zeros(Text text, int width, Budget budget) {
        boolean signed = text.chars().startsWith("-") || text.chars().startsWith("+");
        Text sign = text.slice(0, signed ? 1 : 0);
        Text digits = text.slice(sign.length(), text.length());
        Text filled = padded(digits, width - sign.length(), Text.template("0"), Side.RIGHT, budget);
        return new TextBuilder(budget).add(sign).add(filled).build();
    }

    private static void repeat(Text fill, int times, TextBuilder out) {
        for (int i = 0; i < times; i++) {
            out.add(fill);
        }
    }
}
