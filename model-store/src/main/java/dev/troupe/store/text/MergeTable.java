package dev.troupe.store.text;

import java.util.Arrays;

/// The merges of a vocabulary by the ids of both parts, and what each gives. Filled by one thread,
/// then only read.
final class MergeTable {
    private static final long FREE = ~0L;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    /// Looking at all neighbours each time takes the square of a piece's length, but is the fastest
    /// way for short ones.
    private static final int SHORT_PIECE = 48;

    private final long[] pairs;
    private final int[] ranks;
    private final int[] results;
    private final int shift;

    /// @param most merges that will be put
    MergeTable(int most) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(2 * most + 1);
        this.pairs = new long[1 << bits];
        this.ranks = new int[1 << bits];
        this.results = new int[1 << bits];
        this.shift = Long.SIZE - bits;
        Arrays.fill(pairs, FREE);
    }

    /// @return whether the pair is new; the first one stays
    boolean put(int left, int right, int result, int rank) {
        int place = place(pair(left, right));
        if (pairs[place] != FREE) {
            return false;
        }
        pairs[place] = pair(left, right);
        ranks[place] = rank;
        results[place] = result;
        return true;
    }

    /// Merges neighbours, lowest rank first, leftmost first among equals, until nothing merges any
    /// more.
    ///
    /// @param ids changed in place
    /// @return how many are left
    int merge(int[] ids) {
        return ids.length <= SHORT_PIECE ? mergeShort(ids) : new LongMerge(ids).merge();
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

    private int mergeShort(int[] ids) {
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

    /// Ids chained by their places, and all pairs that merge in a heap.
    private final class LongMerge {
        private final int[] ids;
        private final int[] next;
        private final int[] before;
        private final boolean[] gone;
        private final LongHeap pairsByRank;

        LongMerge(int[] ids) {
            this.ids = ids;
            this.next = new int[ids.length];
            this.before = new int[ids.length];
            this.gone = new boolean[ids.length];
            this.pairsByRank = new LongHeap(ids.length);
            for (int i = 0; i < ids.length; i++) {
                next[i] = i + 1;
                before[i] = i - 1;
            }
            for (int i = 0; i + 1 < ids.length; i++) {
                consider(i);
            }
        }

        int merge() {
            while (!pairsByRank.isEmpty()) {
                long best = pairsByRank.poll();
                int at = (int) best;
                if (isCurrent(at, (int) (best >>> Integer.SIZE))) {
                    join(at);
                }
            }
            int count = 0;
            for (int i = 0; i < ids.length; i = next[i]) {
                ids[count++] = ids[i];
            }
            return count;
        }

        private void consider(int at) {
            long pair = pair(ids[at], ids[next[at]]);
            int place = place(pair);
            if (pairs[place] == pair) {
                pairsByRank.add((long) ranks[place] << Integer.SIZE | at);
            }
        }

        private boolean isCurrent(int at, int rank) {
            if (gone[at] || next[at] == ids.length) {
                return false;
            }
            long pair = pair(ids[at], ids[next[at]]);
            int place = place(pair);
            return pairs[place] == pair && ranks[place] == rank;
        }

        private void join(int at) {
            int right = next[at];
            ids[at] = results[place(pair(ids[at], ids[right]))];
            gone[right] = true;
            next[at] = next[right];
            if (next[at] < ids.length) {
                before[next[at]] = at;
                consider(at);
            }
            if (at > 0) {
                consider(before[at]);
            }
        }
    }
}
