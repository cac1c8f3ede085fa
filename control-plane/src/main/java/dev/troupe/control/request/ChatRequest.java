package dev.troupe.control.request;

import dev.troupe.control.json.RequestReader;
import java.util.Set;

/// The body of `POST /v1/chat/completions`.
///
/// @param conversation what the model's template is given
/// @param unknownFields names that mean nothing here; they are counted, not obeyed
public record ChatRequest(String model, Conversation conversation, ReplyOptions options, Set<String> unknownFields) {
    /// @throws dev.troupe.protocol.ServingException for the first thing that is wrong
    public static ChatRequest parse(byte[] body) {
        RequestReader reader = RequestReader.of(body);
        String model = reader.requiredText("model");
        Conversation conversation = Conversation.read(reader);
        ReplyOptions options = ReplyOptionsReader.forChat(reader);
        NotBuilt.refuseInChat(reader);
        return new ChatRequest(model, conversation, options, reader.unknownFields());
    }
}
