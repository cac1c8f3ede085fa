package dev.troupe.control.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.control.json.RequestReader;
import dev.troupe.control.request.ReplyOptions.StopOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads what ends a reply.
final class StopReader {
    static final int MAX_STRINGS = 4;
    static final int MAX_CHARACTERS = 256;
    static final int MAX_IDS = 128;

    private StopReader() {}

    static StopOptions read(RequestReader reader) {
        return new StopOptions(
                strings(reader),
                ids(reader),
                reader.integer("min_tokens", 0, Integer.MAX_VALUE).orElse(0),
                reader.flag("ignore_eos").orElse(false));
    }

    private static List<String> strings(RequestReader reader) {
        Optional<JsonNode> value = reader.value("stop");
        if (value.isEmpty()) {
            return List.of();
        }
        if (!value.get().isArray()) {
            return List.of(string(value.get(), "stop"));
        }
        if (value.get().size() > MAX_STRINGS) {
            throw reader.wrong("stop", "has " + value.get().size() + " strings; at most " + MAX_STRINGS);
        }
        List<String> strings = new ArrayList<>();
        for (int i = 0; i < value.get().size(); i++) {
            strings.add(string(value.get().get(i), "stop[" + i + "]"));
        }
        return strings;
    }

    private static String string(JsonNode value, String path) {
        String text = RequestReader.asText(value, path);
        if (text.isEmpty() || text.length() > MAX_CHARACTERS) {
            throw RequestReader.wrongAt(
                    path, "has " + text.length() + " characters; allowed is 1 to " + MAX_CHARACTERS);
        }
        return text;
    }

    private static List<Integer> ids(RequestReader reader) {
        List<JsonNode> items = reader.list("stop_token_ids").orElse(List.of());
        if (items.size() > MAX_IDS) {
            throw reader.wrong("stop_token_ids", "has " + items.size() + " ids; at most " + MAX_IDS);
        }
        List<Integer> ids = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            int id = RequestReader.asInteger(items.get(i), "stop_token_ids[" + i + "]", 0, Integer.MAX_VALUE);
            ids.add(id);
        }
        return ids;
    }
}
