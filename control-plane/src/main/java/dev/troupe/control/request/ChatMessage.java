package dev.troupe.control.request;

import dev.troupe.store.template.ChatStyle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One turn.
///
/// @param role what the template sees: `system`, `user`, `assistant` or `tool`
/// @param content its parts, one for a string; absent where a turn has only calls
/// @param toolCalls of an assistant's turn
/// @param labels `name` and `tool_call_id`, as far as they were given
public record ChatMessage(
        String role, Optional<List<String>> content, List<ToolCall> toolCalls, Map<String, String> labels) {
    public ChatMessage {
        content = content.map(List::copyOf);
        toolCalls = List.copyOf(toolCalls);
        labels = Map.copyOf(labels);
    }

    /// A turn of one text.
    public static ChatMessage text(String role, String content) {
        return new ChatMessage(role, Optional.of(List.of(content)), List.of(), Map.of());
    }

    /// What a model asked for in an earlier turn.
    ///
    /// @param written the arguments as the model wrote them; `{}` where it wrote none
    /// @param arguments the same, read
    public record ToolCall(Optional<String> id, String name, String written, Map<String, Object> arguments) {
        Map<String, Object> templateValue(ChatStyle style) {
            Map<String, Object> function = new LinkedHashMap<>();
            function.put("name", name);
            function.put("arguments", style.argumentsAsText() ? written : arguments);
            Map<String, Object> call = new LinkedHashMap<>();
            id.ifPresent(given -> call.put("id", given));
            call.put("type", "function");
            call.put("function", function);
            return call;
        }
    }

    /// What a template sees, in the forms that it wants.
    public Map<String, Object> templateValue(ChatStyle style) {
        Map<String, Object> value = new HashMap<>(labels);
        value.put("role", role);
        value.put("content", content(style));
        if (!toolCalls.isEmpty()) {
            List<Object> calls = new ArrayList<>();
            toolCalls.forEach(call -> calls.add(call.templateValue(style)));
            value.put("tool_calls", calls);
        }
        return value;
    }

    private Object content(ChatStyle style) {
        if (content.isEmpty() && style.nullContent()) {
            return null;
        }
        List<String> parts = content.orElse(List.of());
        return style.contentAsParts()
                ? parts.stream()
                        .map(part -> Map.of("type", "text", "text", part))
                        .toList()
                : String.join("\n", parts);
    }
}
