package dev.troupe.kernel.cpu;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/// Which pages of a range are taken: first fit, by page number. Pure; not thread-safe.
final class PageRange {
    private final int pages;
    private final BitSet taken;
    private final Map<Integer, Integer> lengths = new HashMap<>();

    PageRange(int pages) {
        this.pages = pages;
        this.taken = new BitSet(pages);
    }

    int pages() {
        return pages;
    }

    int takenPages() {
        return taken.cardinality();
    }

    /// The first page of the lowest gap of at least `count` pages, which are taken from now on.
    OptionalInt take(int count) {
        int start = taken.nextClearBit(0);
        while (start + count <= pages) {
            int end = taken.nextSetBit(start);
            if (end < 0 || end - start >= count) {
                taken.set(start, start + count);
                lengths.put(start, count);
                return OptionalInt.of(start);
            }
            start = taken.nextClearBit(end);
        }
        return OptionalInt.empty();
    }

    /// Gives back exactly what {@link #take} gave; false when it gave no such pages.
    boolean giveBack(int start, int count) {
        if (!lengths.remove(start, count)) {
            return false;
        }
        taken.clear(start, start + count);
        return true;
    }

    /// Whether all pages `from..to` (inclusive) are taken.
    boolean isTaken(int from, int to) {
        return from >= 0 && to < pages && taken.nextClearBit(from) > to;
    }

    void clear() {
        taken.clear();
        lengths.clear();
    }
}
