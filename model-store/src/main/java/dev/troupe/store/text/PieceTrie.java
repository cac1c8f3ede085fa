package dev.troupe.store.text;

import java.util.Arrays;

/// Texts by their characters, one after the other: finds all that begin at a place. Filled by one
/// thread, then only read.
final class PieceTrie {
    /// Nobody's child: where no text goes on.
    static final int ROOT = 0;

    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /// Node and character of an edge; 0 is free, since an edge is numbered from 1.
    private long[] edges = new long[64];
    private int[] children = new int[64];
    private int[] ids = new int[64];
    private boolean[] ends = new boolean[64];
    private int nodes = 1;

    void put(String text, int id) {
        int node = ROOT;
        for (int i = 0; i < text.length(); i++) {
            node = grow(node, text.charAt(i));
        }
        ids[node] = id;
        ends[node] = true;
    }

    /// The node behind `node` and a character; {@link #ROOT} when no text goes on so.
    int child(int node, char next) {
        return children[place(edges, edge(node, next))];
    }

    boolean isEnd(int node) {
        return ends[node];
    }

    /// The id of the text that ends here.
    int id(int node) {
        return ids[node];
    }

    boolean isEmpty() {
        return nodes == 1;
    }

    private static long edge(int node, char next) {
        return ((long) node << Character.SIZE | next) + 1;
    }

    private static int place(long[] edges, long edge) {
        int place = (int) (edge * SPREAD >>> (Long.numberOfLeadingZeros(edges.length) + 1));
        while (edges[place] != edge && edges[place] != 0) {
            place = (place + 1) & (edges.length - 1);
        }
        return place;
    }

    private int grow(int node, char next) {
        int place = place(edges, edge(node, next));
        if (edges[place] != 0) {
            return children[place];
        }
        int child = nodes++;
        edges[place] = edge(node, next);
        children[place] = child;
        if (2 * nodes > edges.length) {
            enlarge();
        }
        return child;
    }

    private void enlarge() {
        long[] moreEdges = new long[2 * edges.length];
        int[] moreChildren = new int[moreEdges.length];
        for (int i = 0; i < edges.length; i++) {
            if (edges[i] != 0) {
                int place = place(moreEdges, edges[i]);
                moreEdges[place] = edges[i];
                moreChildren[place] = children[i];
            }
        }
        edges = moreEdges;
        children = moreChildren;
        ids = Arrays.copyOf(ids, moreEdges.length);
        ends = Arrays.copyOf(ends, moreEdges.length);
    }
}
