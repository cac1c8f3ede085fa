package dev.troupe.store.text;

import java.util.Arrays;
import java.util.List;

/// The merges of a vocabulary by the ids of both parts, and what each gives. Immutable.
final class MergeTable {
    private static final long FREE = ~0L;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final long[] pairs;
    private final int[] ranks;
    private final int[] results;
    private final int shift;

    private MergeTable(int count) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(2 * count + 1);
        this.pairs = new long[1 << bits];
        this.ranks = new int[1 << bits];
        this.results = new int[1 << bits];
        this.shift = Long.SIZE - bits;
        Arrays.fill(pairs, FREE);
    }

    /// @param merges first ones first; all their tokens are in the vocabulary
    static MergeTable of(Vocabulary vocabulary, List<Merges.Merge> merges) {
        MergeTable table = new MergeTable(merges.size());
        for (int rank = 0; rank < merges.size(); rank++) {
            Merges.Merge merge = merges.get(rank);
            int left = vocabulary.id(merge.left()).orElseThrow();
            int right = vocabulary.id(merge.right()).orElseThrow();
            int place = table.place(pair(left, right));
            table.pairs[place] = pair(left, right);
            table.ranks[place] = rank;
            table.results[place] = vocabulary.id(merge.left() + merge.right()).orElseThrow();
        }
        return table;
    }

    private static long pair(int left, int right) {
        return (long) left << Integer.SIZE | right;
    }

    /// Where the pair is, or where it would be.
    private int place(long pair) {
        int place = (int) (pair * SPREAD >>> shift);
        while (pairs[place] != pair && pairs[place] != FREE) {
            place = (place + 1) & (pairs.length - 1);
        }
        return place;
    }

    /// Merges neighbours, lowest rank first, leftmost first among equals, until nothing merges any
    /// more.
    ///
    /// @param ids changed in place
    /// @return how many are left
    int merge(int[] ids) {
        int count = ids.length;
        while (true) {
            int best = Integer.MAX_VALUE;
            int at = 0;
            int result = 0;
            for (int i = 0; i + 1 < count; i++) {
                long pair = pair(ids[i], ids[i + 1]);
                int place = place(pair);
                if (pairs[place] == pair && ranks[place] < best) {
                    best = ranks[place];
                    at = i;
                    result = results[place];
                }
            }
            if (best == Integer.MAX_VALUE) {
                return count;
            }
            ids[at] = result;
            System.arraycopy(ids, at + 2, ids, at + 1, count - at - 2);
            count--;
        }
    }
}
