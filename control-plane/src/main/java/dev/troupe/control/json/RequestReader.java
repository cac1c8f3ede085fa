package dev.troupe.control.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads one JSON object of a request. A field that is `null` counts as absent. Not thread-safe.
///
/// All methods throw `INVALID_REQUEST` with the field's path when a value is of the wrong kind or
/// out of range.
public final class RequestReader {
    private final ObjectNode object;
    private final String path;
    private final Set<String> known = new HashSet<>();

    private RequestReader(ObjectNode object, String path) {
        this.object = object;
        this.path = path;
    }

    /// @throws ServingException `INVALID_JSON` with line and column
    public static RequestReader of(byte[] body) {
        return new RequestReader(JsonBody.parse(body), "");
    }

    /// The value, whatever its kind.
    public Optional<JsonNode> value(String field) {
        known.add(field);
        return Optional.ofNullable(object.get(field)).filter(value -> !value.isNull());
    }

    public JsonNode requiredValue(String field) {
        return value(field).orElseThrow(() -> wrong(field, "is missing"));
    }

    public Optional<String> text(String field) {
        return value(field).map(value -> asText(value, pathOf(field)));
    }

    /// Present and not empty.
    public String requiredText(String field) {
        String text = asText(requiredValue(field), pathOf(field));
        if (text.isEmpty()) {
            throw wrong(field, "is empty");
        }
        return text;
    }

    public Optional<Boolean> flag(String field) {
        return value(field).map(value -> {
            if (!value.isBoolean()) {
                throw wrong(field, "is " + JsonKind.shown(value) + "; true or false is expected");
            }
            return value.booleanValue();
        });
    }

    /// @param least and `most` are allowed
    public Optional<Integer> integer(String field, int least, int most) {
        return value(field).map(value -> asInteger(value, pathOf(field), least, most));
    }

    /// Any integer of 64 bits.
    public Optional<Long> longInteger(String field) {
        return value(field).map(value -> {
            if (!value.isNumber() || !value.canConvertToExactIntegral() || !value.canConvertToLong()) {
                throw wrong(field, "is " + JsonKind.shown(value) + "; an integer of 64 bits is expected");
            }
            return value.longValue();
        });
    }

    public Optional<Double> number(String field, NumberRange range) {
        return value(field).map(value -> {
            if (!value.isNumber()) {
                throw wrong(field, "is " + JsonKind.shown(value) + "; a number is expected");
            }
            if (!range.contains(value.doubleValue())) {
                throw wrong(field, "is " + JsonKind.shown(value) + "; allowed is " + range);
            }
            return value.doubleValue();
        });
    }

    /// Absent reads as absent, not as empty.
    public Optional<List<JsonNode>> list(String field) {
        return value(field).map(value -> {
            if (!value.isArray()) {
                throw wrong(field, "is " + JsonKind.shown(value) + "; a list is expected");
            }
            List<JsonNode> items = new ArrayList<>();
            value.forEach(items::add);
            return items;
        });
    }

    public Optional<RequestReader> child(String field) {
        return value(field).map(value -> asObject(value, pathOf(field)));
    }

    /// The fields as they are, `null` included, in the request's order.
    public Map<String, JsonNode> fields() {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        object.forEachEntry(fields::put);
        return fields;
    }

    /// Fields that nobody asked this reader for.
    public Set<String> unknownFields() {
        Set<String> names = new HashSet<>();
        object.fieldNames().forEachRemaining(names::add);
        names.removeAll(known);
        return names;
    }

    /// @param field of this object
    /// @param problem for example `is 3; allowed is 0 to 2`
    public ServingException wrong(String field, String problem) {
        return wrongAt(pathOf(field), problem);
    }

    public String pathOf(String field) {
        return path.isEmpty() ? field : path + "." + field;
    }

    public static RequestReader asObject(JsonNode value, String path) {
        if (value instanceof ObjectNode node) {
            return new RequestReader(node, path);
        }
        throw wrongAt(path, "is " + JsonKind.shown(value) + "; an object is expected");
    }

    /// A string that is whole: no half of a surrogate pair, which no UTF-8 can hold.
    public static String asText(JsonNode value, String path) {
        if (!value.isTextual()) {
            throw wrongAt(path, "is " + JsonKind.shown(value) + "; a string is expected");
        }
        String text = value.textValue();
        Surrogates.firstLone(text).ifPresent(at -> {
            throw wrongAt(path, "holds half of a surrogate pair at character " + at + "; a whole one is expected");
        });
        return text;
    }

    public static int asInteger(JsonNode value, String path, int least, int most) {
        if (!value.isNumber() || !value.canConvertToExactIntegral()) {
            throw wrongAt(path, "is " + JsonKind.shown(value) + "; an integer is expected");
        }
        if (!value.canConvertToInt() || value.intValue() < least || value.intValue() > most) {
            throw wrongAt(path, "is " + JsonKind.shown(value) + "; allowed is " + least + " to " + most);
        }
        return value.intValue();
    }

    public static ServingException wrongAt(String path, String problem) {
        return ServingException.of(ErrorCode.INVALID_REQUEST, path, path + " " + problem);
    }
}
