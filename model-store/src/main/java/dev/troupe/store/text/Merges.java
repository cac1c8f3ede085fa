package dev.troupe.store.text;

import java.util.OptionalInt;

/// The merges of a BPE vocabulary, first ones first, by the ids of both parts and what they give.
/// Filled by one thread, then only read.
final class Merges {
    private final Vocabulary vocabulary;
    private final MergeTable table;
    private int read;

    /// What became of a merge.
    enum Fate {
        TAKEN,
        /// A part or the union is no token that spells text.
        NO_TOKEN,
        TWICE
    }

    /// @param most merges that will be added
    Merges(Vocabulary vocabulary, int most) {
        this.vocabulary = vocabulary;
        this.table = new MergeTable(most);
    }

    Fate add(String left, String right) {
        int rank = read++;
        OptionalInt first = ordinary(left);
        OptionalInt second = ordinary(right);
        OptionalInt union = ordinary(left + right);
        if (first.isEmpty() || second.isEmpty() || union.isEmpty()) {
            return Fate.NO_TOKEN;
        }
        boolean taken = table.put(first.getAsInt(), second.getAsInt(), union.getAsInt(), rank);
        return taken ? Fate.TAKEN : Fate.TWICE;
    }

    private OptionalInt ordinary(String token) {
        OptionalInt id = vocabulary.id(token);
        return id.isPresent() && vocabulary.spells(id.getAsInt()) ? id : OptionalInt.empty();
    }

    /// @param written both parts with a space between
    /// @return false when it is not two parts
    static boolean isPair(String written) {
        int space = written.indexOf(' ', 1);
        return space > 0 && space < written.length() - 1;
    }

    /// @param written see {@link #isPair}
    Fate add(String written) {
        int space = written.indexOf(' ', 1);
        return add(written.substring(0, space), written.substring(space + 1));
    }

    MergeTable table() {
        return table;
    }
}
