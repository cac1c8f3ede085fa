package dev.troupe.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class MultiLineTest {
    private final MultiLine lines = new MultiLine();

    @Test
    void aPlainLineIsComplete() {
        assertThat(lines.add("hello")).contains("hello");
        assertThat(lines.isOpen()).isFalse();
    }

    @Test
    void aBackslashGoesOnInTheNextLine() {
        assertThat(lines.add("one\\")).isEmpty();
        assertThat(lines.isOpen()).isTrue();
        assertThat(lines.add("two\\")).isEmpty();
        assertThat(lines.add("three")).contains("one\ntwo\nthree");
        assertThat(lines.add("next")).contains("next");
    }

    @Test
    void quotesKeepEverythingBetweenThem() {
        assertThat(lines.add("\"\"\"one\\")).isEmpty();
        assertThat(lines.add("")).isEmpty();
        assertThat(lines.add("  two\"\"\" ")).contains("one\\\n\n  two");
    }

    @Test
    void quotesMayOpenAndCloseOnOneLine() {
        assertThat(lines.add("\"\"\"a / b\"\"\"")).contains("a / b");
    }

    @Test
    void quotesInsideALineAreText() {
        assertThat(lines.add("say \"\"\"x")).isEqualTo(Optional.of("say \"\"\"x"));
    }

    @Test
    void resetDropsWhatWasTyped() {
        lines.add("\"\"\"one");
        lines.reset();
        assertThat(lines.isOpen()).isFalse();
        assertThat(lines.add("two")).contains("two");
    }
}
