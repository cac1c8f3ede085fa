package dev.troupe.store.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

final class StopMatcherTest {

    @Property(tries = 2000)
    void theCutDependsOnTheTextAndNotOnItsPieces(
            @ForAll @Size(max = 3) List<@StringLength(min = 1, max = 4) @Chars({'a', 'b'}) String> stops,
            @ForAll @Size(max = 8) List<@StringLength(max = 4) @Chars({'a', 'b', 'c'}) String> pieces) {
        assertThat(streamed(stops, pieces)).isEqualTo(plain(stops, String.join("", pieces)));
    }

    @Test
    void whatMayBecomeAStopStringIsHeldBack() {
        StopMatcher.Step step = StopMatcher.of(List.of("STOP")).add("go ST");
        assertThat(step.text()).isEqualTo("go ");
        assertThat(step.next().finish()).isEqualTo("ST");
        assertThat(step.next().add("AY").text()).isEqualTo("STAY");
        StopMatcher.Step stopped = step.next().add("OP and more");
        assertThat(stopped.text()).isEmpty();
        assertThat(stopped.next().isStopped()).isTrue();
        assertThat(stopped.next().add("x").text()).isEmpty();
        assertThat(stopped.next().finish()).isEmpty();
    }

    @Test
    void theLongestOfTheStopStringsThatEndTogetherIsCut() {
        assertThat(streamed(List.of("c", "abc"), List.of("xabcd"))).isEqualTo("x");
    }

    @Test
    void withoutStopStringsEverythingPasses() {
        assertThat(StopMatcher.of(List.of()).add("text").text()).isEqualTo("text");
    }

    @Test
    void anEmptyStopStringIsRefused() {
        assertThatThrownBy(() -> StopMatcher.of(List.of("a", ""))).isInstanceOf(IllegalArgumentException.class);
    }

    private static String streamed(List<String> stops, List<String> pieces) {
        StringBuilder text = new StringBuilder();
        StopMatcher state = StopMatcher.of(stops);
        for (String piece : pieces) {
            StopMatcher.Step step = state.add(piece);
            text.append(step.text());
            state = step.next();
        }
        return text.append(state.finish()).toString();
    }

    /// The first end of any stop string, and there the longest.
    private static String plain(List<String> stops, String text) {
        for (int end = 1; end <= text.length(); end++) {
            String before = text.substring(0, end);
            int longest = stops.stream()
                    .filter(before::endsWith)
                    .mapToInt(String::length)
                    .max()
                    .orElse(0);
            if (longest > 0) {
                return before.substring(0, end - longest);
            }
        }
        return text;
    }
}
