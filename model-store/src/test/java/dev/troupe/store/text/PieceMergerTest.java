package dev.troupe.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;

final class PieceMergerTest {
    private static final Map<String, Float> SCORES =
            Map.of("aa", 1f, "aaa", 1f, "aaaa", 1f, "ab", 3f, "ba", 2f, "bb", 2f, "aba", 5f, "abab", 2f, "bba", 2f);

    @Property(tries = 1000)
    void mergesAreThoseOfThePlainAlgorithm(@ForAll @Chars({'a', 'b'}) @StringLength(max = 24) String text) {
        assertThat(new PieceMerger(text, PieceMergerTest::score).pieces()).isEqualTo(plain(text));
    }

    /// Looks at all neighbours each time.
    private static List<String> plain(String text) {
        List<String> pieces =
                new ArrayList<>(text.chars().mapToObj(Character::toString).toList());
        Optional<Integer> best = best(pieces);
        while (best.isPresent()) {
            int at = best.get();
            pieces.set(at, pieces.get(at) + pieces.remove(at + 1));
            best = best(pieces);
        }
        return pieces;
    }

    private static Optional<Integer> best(List<String> pieces) {
        Optional<Integer> best = Optional.empty();
        float bestScore = Float.NEGATIVE_INFINITY;
        for (int i = 0; i + 1 < pieces.size(); i++) {
            Float score = SCORES.get(pieces.get(i) + pieces.get(i + 1));
            if (score != null && score > bestScore) {
                best = Optional.of(i);
                bestScore = score;
            }
        }
        return best;
    }

    private static Optional<Float> score(String text, int from, int to) {
        return Optional.ofNullable(SCORES.get(text.substring(from, to)));
    }
}
