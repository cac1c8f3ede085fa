package dev.troupe.cli.chat;

/// What a person typed at the prompt.
sealed interface ChatInput {
    record Say(String text) implements ChatInput {}

    record Help() implements ChatInput {}

    record Clear() implements ChatInput {}

    record ShowStats() implements ChatInput {}

    record Bye() implements ChatInput {}

    record Unknown(String word) implements ChatInput {}

    record Nothing() implements ChatInput {}

    static ChatInput of(String text) {
        String word = text.strip();
        if (word.isEmpty()) {
            return new Nothing();
        }
        // Only a lone word is a command: a path or a fraction in a sentence is not.
        if (!word.startsWith("/") || word.contains(" ") || word.contains("\n")) {
            return new Say(text);
        }
        return switch (word) {
            case "/help", "/?" -> new Help();
            case "/clear" -> new Clear();
            case "/stats" -> new ShowStats();
            case "/bye", "/exit", "/quit" -> new Bye();
            default -> new Unknown(word);
        };
    }
}
