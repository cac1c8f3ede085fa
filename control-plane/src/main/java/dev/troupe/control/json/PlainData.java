package dev.troupe.control.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.troupe.protocol.ServingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// JSON of any form as plain values: strings, numbers, booleans, `null`, lists, maps in the given
/// order.
public final class PlainData {
    public static final int MAX_DEPTH = 64;

    private PlainData() {}

    /// @throws ServingException `INVALID_REQUEST` with the path of what is nested too deep or is no
    ///     text
    public static Map<String, Object> of(JsonNode object, String path) {
        RequestReader.asObject(object, path);
        return map((ObjectNode) object, path, 1);
    }

    /// Text that holds a JSON object.
    ///
    /// @throws ServingException `INVALID_REQUEST` with the path when it holds anything else
    public static Map<String, Object> parse(String text, String path) {
        return of(JsonBody.parseWithin(text, path), path);
    }

    private static Map<String, Object> map(ObjectNode object, String path, int depth) {
        if (depth > MAX_DEPTH) {
            throw RequestReader.wrongAt(path, "is nested deeper than " + MAX_DEPTH);
        }
        Map<String, Object> map = new LinkedHashMap<>();
        object.forEachEntry((key, value) -> {
            RequestReader.asText(object.textNode(key), path);
            map.put(key, value(value, path + "." + key, depth + 1));
        });
        return map;
    }

    private static List<Object> list(JsonNode array, String path, int depth) {
        if (depth > MAX_DEPTH) {
            throw RequestReader.wrongAt(path, "is nested deeper than " + MAX_DEPTH);
        }
        List<Object> list = new ArrayList<>(array.size());
        for (int i = 0; i < array.size(); i++) {
            list.add(value(array.get(i), path + "[" + i + "]", depth + 1));
        }
        return list;
    }

    private static Object number(JsonNode value) {
        if (value.isIntegralNumber() && value.canConvertToLong()) {
            return value.longValue();
        }
        return value.doubleValue();
    }

    private static Object value(JsonNode value, String path, int depth) {
        return switch (value.getNodeType()) {
            case OBJECT -> map((ObjectNode) value, path, depth);
            case ARRAY -> list(value, path, depth);
            case STRING -> RequestReader.asText(value, path);
            case BOOLEAN -> value.booleanValue();
            case NUMBER -> number(value);
            case NULL, MISSING, BINARY, POJO -> null;
        };
    }
}
