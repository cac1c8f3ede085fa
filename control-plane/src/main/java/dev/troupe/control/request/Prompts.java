package dev.troupe.control.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.control.json.RequestReader;
import java.util.ArrayList;
import java.util.List;

/// Reads `prompt`: a string, a list of strings, a list of token ids, or a list of such lists.
final class Prompts {
    private static final String FIELD = "prompt";

    private Prompts() {}

    static List<Prompt> read(RequestReader reader) {
        JsonNode value = reader.requiredValue(FIELD);
        if (value.isTextual()) {
            return List.of(one(value, FIELD));
        }
        if (!value.isArray()) {
            throw reader.wrong(FIELD, "is neither a string nor a list");
        }
        if (value.isEmpty()) {
            throw reader.wrong(FIELD, "is empty; at least one prompt is needed");
        }
        if (value.get(0).isNumber()) {
            return List.of(one(value, FIELD));
        }
        List<Prompt> prompts = new ArrayList<>(value.size());
        for (int i = 0; i < value.size(); i++) {
            prompts.add(one(value.get(i), FIELD + "[" + i + "]"));
        }
        return List.copyOf(prompts);
    }

    private static Prompt one(JsonNode value, String path) {
        return value.isArray()
                ? new Prompt.Tokens(tokens(value, path))
                : new Prompt.Text(RequestReader.asText(value, path));
    }

    static List<Integer> tokens(JsonNode value, String path) {
        List<Integer> ids = new ArrayList<>(value.size());
        for (int i = 0; i < value.size(); i++) {
            ids.add(RequestReader.asInteger(value.get(i), path + "[" + i + "]", 0, Integer.MAX_VALUE));
        }
        return ids;
    }
}
