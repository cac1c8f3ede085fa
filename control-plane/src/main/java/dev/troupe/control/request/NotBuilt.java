package dev.troupe.control.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.control.json.RequestReader;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Fields that have a meaning which is not built yet. Their neutral values pass, so that clients
/// which always send them work; anything else is refused, never silently ignored.
final class NotBuilt {
    private static final Map<String, Rule> RULES = new TreeMap<>(Map.ofEntries(
            Map.entry("priority", number(0)),
            Map.entry("tools", empty("[]")),
            Map.entry("functions", empty("[]")),
            Map.entry("store", off()),
            Map.entry("suffix", text("")),
            Map.entry("tool_choice", choice()),
            Map.entry("function_call", text("none", "auto")),
            Map.entry("resume", text()),
            Map.entry("adapter_id", text()),
            Map.entry("keep_alive", text()),
            Map.entry(
                    "response_format",
                    new Rule(format -> format.path("type").asText().equals("text"), "{\"type\":\"text\"}"))));

    private NotBuilt() {}

    /// @param neutral values that ask for nothing
    /// @param shown how the neutral value is written in a message; empty when there is none
    private record Rule(Predicate<JsonNode> neutral, String shown) {
        void check(RequestReader reader, String field) {
            if (reader.value(field).filter(neutral.negate()).isPresent()) {
                throw ServingException.of(
                        ErrorCode.UNSUPPORTED_PARAMETER,
                        field,
                        field + " asks for something that is not built yet; " + hint());
            }
        }

        private String hint() {
            return shown.isEmpty() ? "leave it out" : "only " + shown + " is built";
        }
    }

    /// @throws ServingException `UNSUPPORTED_PARAMETER` for the first field that asks for something
    static void refuse(RequestReader reader) {
        RULES.forEach((field, rule) -> rule.check(reader, field));
    }

    /// The same, but for what only a chat can be asked.
    ///
    /// @throws ServingException `UNSUPPORTED_PARAMETER` for the first field that asks for something
    static void refuseInChat(RequestReader reader) {
        RULES.forEach((field, rule) -> {
            if (!field.equals("tools")) {
                rule.check(reader, field);
            }
        });
    }

    private static Rule number(int neutral) {
        return new Rule(value -> value.isNumber() && value.doubleValue() == neutral, String.valueOf(neutral));
    }

    private static Rule empty(String shown) {
        return new Rule(value -> value.isContainerNode() && value.isEmpty(), shown);
    }

    private static Rule off() {
        return new Rule(value -> value.isBoolean() && !value.booleanValue(), "false");
    }

    private static Rule choice() {
        Rule text = text("none", "auto");
        return new Rule(text.neutral(), "'none' or 'auto' (calls are parsed out of a reply in a later round)");
    }

    private static Rule text(String... neutral) {
        Predicate<JsonNode> allowed =
                value -> value.isTextual() && Set.of(neutral).contains(value.textValue());
        return new Rule(allowed, neutral.length == 0 ? "" : "'" + String.join("' or '", neutral) + "'");
    }
}
