package dev.troupe.store.template;

import dev.troupe.store.template.ProvenanceText.Run;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;

/// Upper and lower case, run by run so that origins stay.
final class Casing {
    private Casing() {}

    static Text upper(Text text, Budget budget) {
        return mapped(text, part -> part.toUpperCase(Locale.ROOT), budget);
    }

    static Text lower(Text text, Budget budget) {
        return mapped(text, part -> part.toLowerCase(Locale.ROOT), budget);
    }

    static Text capitalize(Text text, Budget budget) {
        if (text.isEmpty()) {
            return text;
        }
        int first = Character.charCount(text.chars().codePointAt(0));
        return new TextBuilder(budget)
                .add(upper(text.slice(0, first), budget))
                .add(lower(text.slice(first, text.length()), budget))
                .build();
    }

    /// Each word's first letter large, the others small.
    ///
    /// @param breaks tells which characters end a word
    static Text title(Text text, IntPredicate breaks, Budget budget) {
        TextBuilder out = new TextBuilder(budget);
        boolean starting = true;
        for (Run run : text.runs()) {
            StringBuilder changed = new StringBuilder();
            for (int c : run.text().codePoints().toArray()) {
                changed.appendCodePoint(starting ? Character.toTitleCase(c) : Character.toLowerCase(c));
                starting = breaks.test(c);
            }
            out.add(changed.toString(), run.origin());
        }
        return out.build();
    }

    private static Text mapped(Text text, UnaryOperator<String> change, Budget budget) {
        TextBuilder out = new TextBuilder(budget);
        text.runs().forEach(run -> out.add(change.apply(run.text()), run.origin()));
        return out.build();
    }
}
