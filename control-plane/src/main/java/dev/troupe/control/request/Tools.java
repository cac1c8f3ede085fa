package dev.troupe.control.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.control.json.PlainData;
import dev.troupe.control.json.RequestReader;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads `tools`, and the calls of earlier turns. The template shows them to the model; what the
/// model calls is not read out of its reply yet.
final class Tools {
    static final int MAX_TOOLS = 128;
    static final int MAX_CALLS = 128;
    static final int MAX_NAME_CHARACTERS = 64;
    private static final String FUNCTION = "function";

    private Tools() {}

    /// Empty also when `tool_choice` is `none`: then the model is not told of them.
    static List<Map<String, Object>> read(RequestReader reader) {
        List<JsonNode> items = reader.list("tools").orElse(List.of());
        if (items.size() > MAX_TOOLS) {
            throw reader.wrong("tools", "has " + items.size() + " tools; at most " + MAX_TOOLS);
        }
        List<Map<String, Object>> tools = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            String path = "tools[" + i + "]";
            checkTool(RequestReader.asObject(items.get(i), path));
            tools.add(PlainData.of(items.get(i), path));
        }
        boolean silent = reader.value("tool_choice")
                .filter(choice -> choice.asText().equals("none"))
                .isPresent();
        return silent ? List.of() : List.copyOf(tools);
    }

    private static void checkTool(RequestReader tool) {
        RequestReader function = function(tool);
        name(function);
        function.text("description");
        function.child("parameters");
    }

    static List<ChatMessage.ToolCall> calls(RequestReader message) {
        List<JsonNode> items = message.list("tool_calls").orElse(List.of());
        if (items.size() > MAX_CALLS) {
            throw message.wrong("tool_calls", "has " + items.size() + " calls; at most " + MAX_CALLS);
        }
        List<ChatMessage.ToolCall> calls = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            calls.add(call(RequestReader.asObject(items.get(i), message.pathOf("tool_calls") + "[" + i + "]")));
        }
        return List.copyOf(calls);
    }

    private static ChatMessage.ToolCall call(RequestReader call) {
        Optional<String> id = call.text("id");
        RequestReader function = function(call);
        String written = function.text("arguments").orElse("").strip();
        String name = name(function);
        if (written.isEmpty() || written.equals("null")) {
            return new ChatMessage.ToolCall(id, name, "{}", Map.of());
        }
        return new ChatMessage.ToolCall(id, name, written, PlainData.parse(written, function.pathOf("arguments")));
    }

    private static RequestReader function(RequestReader reader) {
        String type = reader.text("type").orElse(FUNCTION);
        if (!type.equals(FUNCTION)) {
            String path = reader.pathOf("type");
            String shown = type.length() <= 40 ? type : type.substring(0, 40) + "...";
            throw ServingException.of(
                    ErrorCode.UNSUPPORTED_PARAMETER,
                    path,
                    path + " is '" + shown + "'; only tools of type 'function' are built");
        }
        return reader.child(FUNCTION).orElseThrow(() -> reader.wrong(FUNCTION, "is missing"));
    }

    private static String name(RequestReader function) {
        String name = function.requiredText("name");
        if (name.length() > MAX_NAME_CHARACTERS) {
            throw function.wrong("name", "has " + name.length() + " characters; at most " + MAX_NAME_CHARACTERS);
        }
        return name;
    }
}
