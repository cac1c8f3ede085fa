package dev.troupe.store.template;

import dev.troupe.store.template.ProvenanceText.Origin;
import dev.troupe.store.template.ProvenanceText.Run;
import java.util.Arrays;

/// Puts a {@link Text} together, charging each character before it is copied.
final class TextBuilder {
    private final Budget budget;
    private final int limit;
    private final StringBuilder chars = new StringBuilder();
    private Origin first = Origin.TEMPLATE;
    private Origin last = Origin.TEMPLATE;
    private int[] flips = new int[4];
    private int flipCount;

    TextBuilder(Budget budget) {
        this(budget, Integer.MAX_VALUE);
    }

    /// @param limit most characters this text may have
    TextBuilder(Budget budget, int limit) {
        this.budget = budget;
        this.limit = limit;
    }

    TextBuilder add(Text text) {
        budget.steps(text.flipCount());
        text.runs().forEach(run -> add(run.text(), run.origin()));
        return this;
    }

    TextBuilder add(Run run) {
        return add(run.text(), run.origin());
    }

    TextBuilder add(String more, Origin origin) {
        if (more.isEmpty()) {
            return this;
        }
        budget.chars(more.length());
        if (more.length() > limit - chars.length()) {
            throw new TemplateFault("writes more than " + limit + " characters");
        }
        markOrigin(origin);
        chars.append(more);
        return this;
    }

    /// What was not written by anybody, such as a printed number: never taken for a special token.
    TextBuilder addData(String more) {
        return add(more, Origin.DATA);
    }

    int length() {
        return chars.length();
    }

    Text build() {
        return new Text(chars.toString(), first, Arrays.copyOf(flips, flipCount));
    }

    private void markOrigin(Origin origin) {
        if (chars.isEmpty()) {
            first = origin;
        } else if (origin != last) {
            if (flipCount == flips.length) {
                flips = Arrays.copyOf(flips, flipCount * 2);
            }
            flips[flipCount++] = chars.length();
        }
        last = origin;
    }
}
