package dev.troupe.store.text.piece;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Cuts at the places that an expression finds.
///
/// @param inverted whether it looks for what lies between the places instead
public record SplitCutter(Expression expression, Behavior behavior, boolean inverted) implements Cutter {
    private record Segment(int from, int to, boolean place) {}

    @Override
    public void cut(Piece piece, Consumer<Piece> out) {
        if (behavior == Behavior.ISOLATED) {
            isolate(piece, out);
            return;
        }
        List<Segment> segments = segments(piece);
        switch (behavior) {
            case ISOLATED -> throw new IllegalStateException("done above");
            case REMOVED -> segments.removeIf(Segment::place);
            case MERGED_WITH_PREVIOUS -> segments = withPrevious(segments);
            case MERGED_WITH_NEXT -> segments = withNext(segments);
            case CONTIGUOUS -> segments = contiguous(segments);
        }
        segments.forEach(segment -> out.accept(piece.part(segment.from(), segment.to())));
    }

    private void isolate(Piece piece, Consumer<Piece> out) {
        int done = piece.from();
        Expression.Search search = expression.search(piece);
        while (search.find()) {
            if (search.start() > done) {
                out.accept(piece.part(done, search.start()));
            }
            if (search.end() > search.start()) {
                out.accept(piece.part(search.start(), search.end()));
            }
            done = search.end();
        }
        if (done < piece.to()) {
            out.accept(piece.part(done, piece.to()));
        }
    }

    private List<Segment> segments(Piece piece) {
        List<Segment> segments = new ArrayList<>();
        int done = piece.from();
        Expression.Search search = expression.search(piece);
        while (search.find()) {
            add(segments, done, search.start(), inverted);
            add(segments, search.start(), search.end(), !inverted);
            done = search.end();
        }
        add(segments, done, piece.to(), inverted);
        return segments;
    }

    private static void add(List<Segment> segments, int from, int to, boolean place) {
        if (from < to) {
            segments.add(new Segment(from, to, place));
        }
    }

    /// A place behind another place is not joined.
    private static List<Segment> withPrevious(List<Segment> segments) {
        List<Segment> joined = new ArrayList<>();
        boolean behindPlace = false;
        for (Segment segment : segments) {
            if (segment.place() && !behindPlace && !joined.isEmpty()) {
                joined.add(new Segment(joined.removeLast().from(), segment.to(), false));
            } else {
                joined.add(segment);
            }
            behindPlace = segment.place();
        }
        return joined;
    }

    /// A place before another place is not joined.
    private static List<Segment> withNext(List<Segment> segments) {
        List<Segment> joined = new ArrayList<>();
        boolean beforePlace = false;
        for (Segment segment : segments.reversed()) {
            if (segment.place() && !beforePlace && !joined.isEmpty()) {
                joined.add(new Segment(segment.from(), joined.removeLast().to(), false));
            } else {
                joined.add(segment);
            }
            beforePlace = segment.place();
        }
        return joined.reversed();
    }

    private static List<Segment> contiguous(List<Segment> segments) {
        List<Segment> joined = new ArrayList<>();
        for (Segment segment : segments) {
            if (!joined.isEmpty() && joined.getLast().place() == segment.place()) {
                joined.add(new Segment(joined.removeLast().from(), segment.to(), segment.place()));
            } else {
                joined.add(segment);
            }
        }
        return joined;
    }
}
