package dev.troupe.cli.chat;

import dev.troupe.cli.client.ChatRequest;
import dev.troupe.cli.client.ChatRequest.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The messages of a chat. Not thread-safe.
final class Conversation {
    private final String model;
    private final Optional<String> system;
    private final List<Message> turns = new ArrayList<>();

    Conversation(String model, Optional<String> system) {
        this.model = model;
        this.system = system;
    }

    /// The request that asks for an answer to `text`; the conversation stays as it is until {@link
    /// #answered}.
    ChatRequest ask(String text, ChatRequest.Options options) {
        List<Message> messages = new ArrayList<>();
        system.ifPresent(content -> messages.add(new Message("system", content)));
        messages.addAll(turns);
        messages.add(new Message("user", text));
        return new ChatRequest(model, messages, options);
    }

    /// Keeps a question with its answer, also one that was stopped half-way.
    void answered(String question, String answer) {
        turns.add(new Message("user", question));
        turns.add(new Message("assistant", answer));
    }

    void clear() {
        turns.clear();
    }

    int turnCount() {
        return turns.size() / 2;
    }
}
