package dev.troupe.kernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PageRangeTest {
    private static final int PAGES = 64;

    private record Piece(int start, int count) {
        BitSet pages() {
            BitSet pages = new BitSet();
            pages.set(start, start + count);
            return pages;
        }
    }

    @Test
    void theLowestGapThatIsLargeEnoughIsTaken() {
        PageRange range = new PageRange(10);
        assertThat(range.take(3)).hasValue(0);
        assertThat(range.take(2)).hasValue(3);
        assertThat(range.take(3)).hasValue(5);
        assertThat(range.giveBack(0, 3)).isTrue();
        assertThat(range.giveBack(5, 3)).isTrue();
        assertThat(range.take(4)).hasValue(5);
        assertThat(range.take(3)).hasValue(0);
        assertThat(range.take(2)).isEmpty();
        assertThat(range.take(1)).hasValue(9);
        assertThat(range.take(1)).isEmpty();
    }

    @Test
    void onlyWhatWasTakenCanBeGivenBack() {
        PageRange range = new PageRange(10);
        range.take(4);
        assertThat(range.giveBack(0, 3)).isFalse();
        assertThat(range.giveBack(1, 3)).isFalse();
        assertThat(range.giveBack(4, 1)).isFalse();
        assertThat(range.giveBack(0, 4)).isTrue();
        assertThat(range.giveBack(0, 4)).isFalse();
    }

    @Test
    void pagesOutsideTheRangeAreNeverTaken() {
        PageRange range = new PageRange(4);
        range.take(4);
        assertThat(range.isTaken(0, 3)).isTrue();
        assertThat(range.isTaken(-1, 0)).isFalse();
        assertThat(range.isTaken(3, 4)).isFalse();
        assertThat(range.take(5)).isEmpty();
    }

    @Test
    void randomUseNeverOverlapsNeverLosesPagesAndIsFirstFit() {
        for (long seed = 0; seed < 200; seed++) {
            useAtRandom(new SplittableRandom(seed), "seed " + seed);
        }
    }

    private static void useAtRandom(SplittableRandom random, String what) {
        PageRange range = new PageRange(PAGES);
        List<Piece> pieces = new ArrayList<>();
        for (int turn = 0; turn < 200; turn++) {
            if (pieces.isEmpty() || random.nextInt(5) < 3) {
                int count = 1 + random.nextInt(random.nextBoolean() ? 3 : 20);
                OptionalInt expected = firstFit(pieces, count);
                assertThat(range.take(count)).as(what).isEqualTo(expected);
                expected.ifPresent(start -> pieces.add(new Piece(start, count)));
            } else {
                Piece piece = pieces.remove(random.nextInt(pieces.size()));
                assertThat(range.giveBack(piece.start(), piece.count()))
                        .as(what)
                        .isTrue();
            }
            assertThat(range.takenPages()).as(what).isEqualTo(taken(pieces).cardinality());
        }
        pieces.forEach(piece -> range.giveBack(piece.start(), piece.count()));
        assertThat(range.take(PAGES)).as(what).hasValue(0);
    }

    private static OptionalInt firstFit(List<Piece> pieces, int count) {
        BitSet taken = taken(pieces);
        for (int start = 0; start + count <= PAGES; start++) {
            if (!taken.intersects(new Piece(start, count).pages())) {
                return OptionalInt.of(start);
            }
        }
        return OptionalInt.empty();
    }

    private static BitSet taken(List<Piece> pieces) {
        BitSet taken = new BitSet();
        pieces.forEach(piece -> taken.or(piece.pages()));
        return taken;
    }
}
