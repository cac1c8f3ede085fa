package dev.troupe.control.json;

import com.fasterxml.jackson.databind.JsonNode;

/// How a value is named in a complaint.
final class JsonKind {
    private static final int LONGEST_SHOWN = 40;

    private JsonKind() {}

    static String of(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "a list";
            case OBJECT, POJO -> "an object";
            case STRING, BINARY -> "a string";
            case NUMBER -> "a number";
            case BOOLEAN -> "a boolean";
            case NULL -> "null";
            case MISSING -> "nothing";
        };
    }

    /// The value with its kind; long ones are cut, so that a message stays a line.
    static String shown(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY, OBJECT, POJO, NULL, MISSING -> of(value);
            case STRING, BINARY -> "'" + cut(value.asText()) + "' (a string)";
            case NUMBER, BOOLEAN -> cut(value.asText());
        };
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
    }
}
