package dev.troupe.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalTextTest {
    @Test
    void controlCharactersNeverReachATerminal() {
        assertThat(TerminalText.visible("a\u001b[31mb\u0007c\rd\u009be\u007f")).isEqualTo("a[31mbcde");
    }

    @Test
    void everythingElseStays() {
        assertThat(TerminalText.visible("é\t漢🙂\n")).isEqualTo("é\t漢🙂\n");
    }
}
