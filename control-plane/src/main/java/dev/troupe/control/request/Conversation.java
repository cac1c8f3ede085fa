package dev.troupe.control.request;

import dev.troupe.control.json.RequestReader;
import dev.troupe.store.template.ChatStyle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a chat template is given of a request.
///
/// @param messages at least one
/// @param tools as the client described them, each a JSON object in plain values; empty when there
///     are none, or none are to be called
/// @param extras more variables for the template, in plain values
public record Conversation(List<ChatMessage> messages, List<Map<String, Object>> tools, Map<String, Object> extras) {
    public Conversation {
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
    }

    static Conversation read(RequestReader reader) {
        return new Conversation(ChatMessages.read(reader), Tools.read(reader), TemplateExtras.read(reader));
    }

    /// Variables for a template, but for the model's own.
    public Map<String, Object> templateValues(ChatStyle style) {
        Map<String, Object> values = new HashMap<>(extras);
        values.put(
                "messages",
                messages.stream().map(message -> message.templateValue(style)).toList());
        if (!tools.isEmpty() || style.nullTools()) {
            values.put("tools", tools.isEmpty() ? null : tools);
        }
        values.put("add_generation_prompt", true);
        return values;
    }
}
