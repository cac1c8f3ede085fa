package dev.troupe.control.request;

import dev.troupe.control.json.RequestReader;
import java.util.List;
import java.util.Set;

/// The body of `POST /v1/chat/completions`.
///
/// @param messages at least one
/// @param unknownFields names that mean nothing here; they are counted, not obeyed
public record ChatRequest(String model, List<ChatMessage> messages, ReplyOptions options, Set<String> unknownFields) {
    /// @throws dev.troupe.protocol.ServingException for the first thing that is wrong
    public static ChatRequest parse(byte[] body) {
        RequestReader reader = RequestReader.of(body);
        String model = reader.requiredText("model");
        List<ChatMessage> messages = ChatMessages.read(reader);
        ReplyOptions options = ReplyOptionsReader.forChat(reader);
        NotBuilt.refuse(reader);
        return new ChatRequest(model, messages, options, reader.unknownFields());
    }
}
