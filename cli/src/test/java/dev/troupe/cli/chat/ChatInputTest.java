package dev.troupe.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChatInputTest {
    @Test
    void wordsWithASlashAreCommands() {
        assertThat(ChatInput.of("/help")).isEqualTo(new ChatInput.Help());
        assertThat(ChatInput.of(" /clear ")).isEqualTo(new ChatInput.Clear());
        assertThat(ChatInput.of("/stats")).isEqualTo(new ChatInput.ShowStats());
        assertThat(ChatInput.of("/bye")).isEqualTo(new ChatInput.Bye());
        assertThat(ChatInput.of("/nope")).isEqualTo(new ChatInput.Unknown("/nope"));
    }

    @Test
    void sentencesAreSaidAsTheyAre() {
        assertThat(ChatInput.of("  hi ")).isEqualTo(new ChatInput.Say("  hi "));
        assertThat(ChatInput.of("/etc/passwd is what?")).isEqualTo(new ChatInput.Say("/etc/passwd is what?"));
        assertThat(ChatInput.of("/a\nb")).isEqualTo(new ChatInput.Say("/a\nb"));
    }

    @Test
    void blanksAreNothing() {
        assertThat(ChatInput.of(" \t")).isEqualTo(new ChatInput.Nothing());
    }
}
