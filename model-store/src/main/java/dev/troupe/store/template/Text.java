package dev.troupe.store.template;

import dev.troupe.store.template.ProvenanceText.Origin;
import dev.troupe.store.template.ProvenanceText.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A string whose characters know where they came from. Two texts are equal when their characters
/// are: templates do not see origins.
///
/// `flips` holds the indices, ascending and inside the text, at which the origin changes.
final class Text implements Value {
    static final Text EMPTY = new Text("", Origin.TEMPLATE, new int[0]);

    private final String chars;
    private final Origin first;
    private final int[] flips;

    Text(String chars, Origin first, int[] flips) {
        this.chars = chars;
        this.first = first;
        this.flips = flips;
    }

    /// Characters that the template wrote itself.
    static Text template(String chars) {
        return new Text(chars, Origin.TEMPLATE, new int[0]);
    }

    static Text data(String chars) {
        return new Text(chars, Origin.DATA, new int[0]);
    }

    String chars() {
        return chars;
    }

    /// In UTF-16 units; see {@link CodePoints} for Python's length.
    int length() {
        return chars.length();
    }

    boolean isEmpty() {
        return chars.isEmpty();
    }

    /// How often the origin changes.
    int flipCount() {
        return flips.length;
    }

    Origin originAt(int index) {
        return flipsUpTo(index) % 2 == 0 ? first : other(first);
    }

    Text slice(int from, int to) {
        if (from >= to) {
            return EMPTY;
        }
        int[] kept = Arrays.copyOfRange(flips, flipsUpTo(from), flipsUpTo(to - 1));
        for (int i = 0; i < kept.length; i++) {
            kept[i] -= from;
        }
        return new Text(chars.substring(from, to), originAt(from), kept);
    }

    /// Stretches of one origin, in order.
    List<Run> runs() {
        List<Run> runs = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= flips.length; i++) {
            int to = i == flips.length ? chars.length() : flips[i];
            if (to > from) {
                runs.add(new Run(chars.substring(from, to), originAt(from)));
            }
            from = to;
        }
        return runs;
    }

    ProvenanceText provenance() {
        return new ProvenanceText(runs());
    }

    @Override
    public String typeName() {
        return "str";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Text text && chars.equals(text.chars);
    }

    @Override
    public int hashCode() {
        return chars.hashCode();
    }

    @Override
    public String toString() {
        return chars;
    }

    private int flipsUpTo(int index) {
        int found = Arrays.binarySearch(flips, index);
        return found >= 0 ? found + 1 : -found - 1;
    }

    private static Origin other(Origin origin) {
        return origin == Origin.TEMPLATE ? Origin.DATA : Origin.TEMPLATE;
    }
}
