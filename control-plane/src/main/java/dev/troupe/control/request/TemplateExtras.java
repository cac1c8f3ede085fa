package dev.troupe.control.request;

import dev.troupe.control.json.PlainData;
import dev.troupe.control.json.RequestReader;
import java.util.Map;
import java.util.Set;

/// Reads `chat_template_kwargs`: switches that some templates know, such as `enable_thinking`.
final class TemplateExtras {
    static final int MAX_EXTRAS = 32;
    private static final String FIELD = "chat_template_kwargs";

    /// What a request says elsewhere, or what belongs to the model.
    private static final Set<String> TAKEN =
            Set.of("messages", "tools", "add_generation_prompt", "bos_token", "eos_token", "chat_template");

    private TemplateExtras() {}

    static Map<String, Object> read(RequestReader reader) {
        Map<String, Object> extras =
                reader.value(FIELD).map(value -> PlainData.of(value, FIELD)).orElse(Map.of());
        if (extras.size() > MAX_EXTRAS) {
            throw reader.wrong(FIELD, "has " + extras.size() + " entries; at most " + MAX_EXTRAS);
        }
        TAKEN.stream().filter(extras::containsKey).sorted().findFirst().ifPresent(name -> {
            throw reader.wrong(FIELD, "has the entry '" + name + "', which cannot be set there");
        });
        return extras;
    }
}
