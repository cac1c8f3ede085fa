package dev.troupe.bench.peer.tool;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/// Numbers in what peers print.
final class Fields {
    private Fields() {}

    static double number(JsonNode object, String field) throws IOException {
        JsonNode value = object.path(field);
        if (!value.isNumber()) {
            throw new IOException("field '" + field + "' is missing or not a number in " + object);
        }
        return value.doubleValue();
    }

    static double positive(JsonNode object, String field) throws IOException {
        double value = number(object, field);
        if (!(value > 0 && Double.isFinite(value))) {
            throw new IOException("field '" + field + "' is " + value + "; a positive number was due in " + object);
        }
        return value;
    }
}
