package dev.troupe.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WindowsTest {
    @Test
    void onlyWholeWindowsCountAndEachBeginsWithTheFirstToken() {
        List<Integer> tokens = IntStream.range(0, 1100).boxed().toList();
        Windows windows = Windows.of(tokens, List.of(7));
        assertThat(windows.ids())
                .hasSize(2)
                .allSatisfy(window -> assertThat(window).hasSize(Windows.SIZE).startsWith(7));
        assertThat(windows.ids().get(1)).element(1).isEqualTo(513);
    }

    @Test
    void withoutAFirstTokenWindowsAreTheTextItself() {
        List<Integer> tokens = IntStream.range(0, 1024).boxed().toList();
        assertThat(Windows.of(tokens, List.of()).ids())
                .containsExactly(tokens.subList(0, 512), tokens.subList(512, 1024));
        assertThat(Windows.of(tokens.subList(0, 511), List.of()).ids()).isEmpty();
    }
}
