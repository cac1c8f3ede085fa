package dev.troupe.control.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.control.json.RequestReader;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads `messages`.
final class ChatMessages {
    static final int MAX_MESSAGES = 4096;

    /// Roles that clients use, and what a template knows them as.
    private static final Map<String, String> ROLES =
            Map.of("system", "system", "developer", "system", "user", "user", "assistant", "assistant", "tool", "tool");

    private ChatMessages() {}

    static List<ChatMessage> read(RequestReader reader) {
        List<JsonNode> items = reader.list("messages").orElseThrow(() -> reader.wrong("messages", "is missing"));
        if (items.isEmpty()) {
            throw reader.wrong("messages", "is empty; at least one message is needed");
        }
        if (items.size() > MAX_MESSAGES) {
            throw reader.wrong("messages", "has " + items.size() + " messages; at most " + MAX_MESSAGES);
        }
        List<ChatMessage> messages = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            messages.add(message(RequestReader.asObject(items.get(i), "messages[" + i + "]")));
        }
        return List.copyOf(messages);
    }

    private static ChatMessage message(RequestReader reader) {
        String asked = reader.requiredText("role");
        String role = ROLES.get(asked);
        if (role == null) {
            throw reader.wrong(
                    "role", "is '" + shortened(asked) + "'; allowed are system, developer, user, assistant, tool");
        }
        refuseOlderCall(reader);
        List<ChatMessage.ToolCall> calls = Tools.calls(reader);
        if (!calls.isEmpty() && !role.equals("assistant")) {
            throw reader.wrong("tool_calls", "is given in a message of the role '" + role + "'; only assistants call");
        }
        Map<String, String> labels = new HashMap<>();
        for (String label : List.of("name", "tool_call_id")) {
            reader.text(label).ifPresent(text -> labels.put(label, text));
        }
        Optional<List<String>> content =
                calls.isEmpty() || reader.value("content").isPresent()
                        ? Optional.of(content(reader))
                        : Optional.empty();
        return new ChatMessage(role, content, calls, labels);
    }

    private static void refuseOlderCall(RequestReader reader) {
        boolean asks = reader.value("function_call")
                .filter(call -> !call.isArray() || !call.isEmpty())
                .isPresent();
        if (asks) {
            String path = reader.pathOf("function_call");
            throw ServingException.of(
                    ErrorCode.UNSUPPORTED_PARAMETER, path, path + " is given; use tool_calls instead");
        }
    }

    private static List<String> content(RequestReader reader) {
        JsonNode content = reader.requiredValue("content");
        String path = reader.pathOf("content");
        if (content.isTextual()) {
            return List.of(RequestReader.asText(content, path));
        }
        if (!content.isArray()) {
            throw reader.wrong("content", "is neither a string nor a list of text parts");
        }
        List<String> parts = new ArrayList<>(content.size());
        for (int i = 0; i < content.size(); i++) {
            parts.add(part(RequestReader.asObject(content.get(i), path + "[" + i + "]")));
        }
        return parts;
    }

    private static String part(RequestReader reader) {
        String type = reader.requiredText("type");
        if (!type.equals("text")) {
            String path = reader.pathOf("type");
            throw ServingException.of(
                    ErrorCode.UNSUPPORTED_PARAMETER,
                    path,
                    path + " is '" + shortened(type) + "'; only parts of type 'text' are built");
        }
        return RequestReader.asText(reader.requiredValue("text"), reader.pathOf("text"));
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }
}
