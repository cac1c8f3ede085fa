package dev.troupe.store.template;

import dev.troupe.protocol.ServingException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Renders small conversations with a marked word in them, and looks at what became of it.
record StyleProbe(JinjaTemplate template, boolean nullTools) {
    private static final String WORD = "troupeword";
    private static final String CONTENT = "content";

    static StyleProbe of(JinjaTemplate template) {
        StyleProbe usual = new StyleProbe(template, true);
        StyleProbe undefined = new StyleProbe(template, false);
        return usual.unsupported().isPresent() && undefined.unsupported().isEmpty() ? undefined : usual;
    }

    /// Why no conversation can be rendered; absent when one can, or when the template itself refuses
    /// one.
    Optional<String> unsupported() {
        Optional<String> reason = Optional.empty();
        for (List<Object> conversation : List.of(
                List.<Object>of(user(WORD)),
                List.<Object>of(user(parts())),
                List.<Object>of(message("system", WORD), user(WORD)),
                List.<Object>of(user(WORD), message("assistant", WORD), user(WORD)))) {
            Optional<String> found = template.unsupported(values(conversation));
            if (found.isEmpty()) {
                return found;
            }
            reason = reason.or(() -> found);
        }
        return reason;
    }

    ChatStyle style() {
        boolean parts = !shows(List.of(user(WORD))) && shows(List.of(user(parts())));
        for (boolean text : List.of(false, true)) {
            for (boolean absent : List.of(true, false)) {
                if (writesCall(absent ? null : parts ? List.of() : "", text)) {
                    return new ChatStyle(parts, text, absent, nullTools);
                }
            }
        }
        return new ChatStyle(parts, false, false, nullTools);
    }

    /// A mapping that is not walked but printed, or missing content that is, comes out as Python
    /// writes it.
    private boolean writesCall(Object content, boolean text) {
        Object arguments = text ? "{\"" + WORD + "\": \"x\"}" : Map.of(WORD, "x");
        return rendered(called(content, arguments))
                .filter(shown -> shown.contains(WORD) && !shown.contains("None") && !shown.contains("'" + WORD + "'"))
                .isPresent();
    }

    private boolean shows(List<Object> messages) {
        return rendered(messages).filter(text -> text.contains(WORD)).isPresent();
    }

    private Optional<String> rendered(List<Object> messages) {
        try {
            return Optional.of(template.render(values(messages)).plain());
        } catch (ServingException e) {
            return Optional.empty();
        }
    }

    private Map<String, Object> values(List<Object> messages) {
        Map<String, Object> values = new HashMap<>();
        values.put("messages", messages);
        if (nullTools) {
            values.put("tools", null);
        }
        values.put("add_generation_prompt", true);
        values.put("bos_token", "");
        values.put("eos_token", "");
        return values;
    }

    private static List<Object> called(Object content, Object arguments) {
        Map<String, Object> function = Map.of("name", "f", "arguments", arguments);
        Map<String, Object> call = Map.of("id", "abcdefghi", "type", "function", "function", function);
        Map<String, Object> assistant = message("assistant", content);
        assistant.put("tool_calls", List.of(call));
        Map<String, Object> tool = message("tool", "y");
        tool.put("name", "f");
        tool.put("tool_call_id", "abcdefghi");
        return List.of(user("z"), assistant, tool);
    }

    private static Map<String, Object> user(Object content) {
        return message("user", content);
    }

    private static Map<String, Object> message(String role, Object content) {
        Map<String, Object> message = new HashMap<>();
        message.put("role", role);
        message.put(CONTENT, content);
        return message;
    }

    private static List<Object> parts() {
        return List.of(Map.of("type", "text", "text", WORD));
    }
}
