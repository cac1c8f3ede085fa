package dev.troupe.store.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/// Merges neighbouring pieces of a text, best score first, leftmost first among equals, until
/// nothing merges any more. Pieces are chained by their start: `end[i]` is where the piece that
/// starts at `i` ends, which is where the next one starts.
final class PieceMerger {
    /// The score of a stretch of text, when it is a piece.
    @FunctionalInterface
    interface Ranking {
        Optional<Float> score(String text, int from, int to);
    }

    private record Pair(float score, int from, int middle, int to) {}

    private final String text;
    private final Ranking ranking;
    private final int[] end;
    private final int[] start;
    private final PriorityQueue<Pair> pairs = new PriorityQueue<>(PieceMerger::compare);

    PieceMerger(String text, Ranking ranking) {
        this.text = text;
        this.ranking = ranking;
        this.end = new int[text.length() + 1];
        this.start = new int[text.length() + 1];
        cut();
    }

    List<String> pieces() {
        while (!pairs.isEmpty()) {
            Pair best = pairs.poll();
            if (isCurrent(best)) {
                merge(best);
            }
        }
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); from = end[from]) {
            pieces.add(text.substring(from, end[from]));
        }
        return pieces;
    }

    /// One piece per character.
    private void cut() {
        int from = 0;
        while (from < text.length()) {
            int to = from + Character.charCount(text.codePointAt(from));
            end[from] = to;
            start[to] = from;
            from = to;
        }
        for (int middle = end[0]; middle < text.length(); middle = end[middle]) {
            consider(start[middle], middle);
        }
    }

    private void consider(int from, int middle) {
        int to = end[middle];
        ranking.score(text, from, to).ifPresent(score -> pairs.add(new Pair(score, from, middle, to)));
    }

    private boolean isCurrent(Pair pair) {
        return end[pair.from()] == pair.middle()
                && end[pair.middle()] == pair.to()
                && start[pair.to()] == pair.middle();
    }

    private void merge(Pair pair) {
        end[pair.from()] = pair.to();
        start[pair.to()] = pair.from();
        end[pair.middle()] = 0;
        if (pair.from() > 0) {
            consider(start[pair.from()], pair.from());
        }
        if (pair.to() < text.length()) {
            consider(pair.from(), pair.to());
        }
    }

    private static int compare(Pair a, Pair b) {
        int byScore = Float.compare(b.score(), a.score());
        return byScore != 0 ? byScore : Integer.compare(a.from(), b.from());
    }
}
