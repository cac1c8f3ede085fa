package dev.troupe.store.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// Finds the ids that the files of a folder give a meaning of their own.
///
/// @param parts of the vocabulary's file
/// @param config `tokenizer_config.json`
/// @param map `special_tokens_map.json`
/// @param generation `generation_config.json`
record FolderTokens(JsonNode parts, JsonNode config, JsonNode map, JsonNode generation) {
    static final String CONFIG = "tokenizer_config.json";
    private static final String GENERATION = "generation_config.json";
    private static final List<String> PROCESSORS = List.of("ByteLevel", "Sequence", "TemplateProcessing");

    /// @param fault for errors in the vocabulary's file
    NamedTokens read(Vocabulary vocabulary, OptionalInt unknown, TextFault fault) {
        Set<Integer> ends = new TreeSet<>();
        JsonNode written = generation.path("eos_token_id");
        for (JsonNode id : written.isArray() ? written : List.of(written)) {
            generated(id, vocabulary).ifPresent(ends::add);
        }
        OptionalInt front = front(vocabulary, fault);
        OptionalInt bos = front.isPresent() ? front : named("bos_token", vocabulary);
        if (bos.isEmpty()) {
            bos = generated(generation.path("bos_token_id"), vocabulary);
        }
        OptionalInt eos = named("eos_token", vocabulary);
        if (eos.isEmpty() && !ends.isEmpty()) {
            eos = OptionalInt.of(ends.iterator().next());
        }
        return new NamedTokens(bos, eos, unknown, ends);
    }

    /// Whether plain prompts begin with the first token: the configuration says so, or the
    /// vocabulary's file puts it there.
    boolean addBos(Vocabulary vocabulary, TextFault fault) {
        JsonNode said = config.path("add_bos_token");
        return said.isBoolean() ? said.asBoolean() : front(vocabulary, fault).isPresent();
    }

    private OptionalInt named(String name, Vocabulary vocabulary) {
        Optional<String> literal = content(config.path(name)).or(() -> content(map.path(name)));
        if (literal.isEmpty()) {
            return OptionalInt.empty();
        }
        OptionalInt id = vocabulary.id(literal.get());
        if (id.isEmpty()) {
            throw new TextFault(CONFIG)
                    .at(name, "is " + TextFault.quote(literal.get()) + ", which the vocabulary lacks");
        }
        return id;
    }

    private static Optional<String> content(JsonNode node) {
        JsonNode text = node.isObject() ? node.path("content") : node;
        return text.isTextual() && !text.asText().isEmpty() ? Optional.of(text.asText()) : Optional.empty();
    }

    private OptionalInt generated(JsonNode id, Vocabulary vocabulary) {
        if (!id.isIntegralNumber()) {
            return OptionalInt.empty();
        }
        if (!id.canConvertToInt() || id.asInt() < 0 || id.asInt() >= vocabulary.size()) {
            throw new TextFault(GENERATION).at("token id", "is " + id + "; allowed is 0 to " + (vocabulary.size() - 1));
        }
        return OptionalInt.of(id.asInt());
    }

    /// What is put in front of a text. What is put behind it is not used.
    private OptionalInt front(Vocabulary vocabulary, TextFault fault) {
        List<Integer> ids = new ArrayList<>();
        collectFront(parts.path("post_processor"), vocabulary, fault, ids);
        if (ids.size() > 1) {
            throw fault.at("post_processor", "puts " + ids.size() + " tokens in front of a text; the limit is 1");
        }
        return ids.isEmpty() ? OptionalInt.empty() : OptionalInt.of(ids.getFirst());
    }

    private void collectFront(JsonNode processor, Vocabulary vocabulary, TextFault fault, List<Integer> ids) {
        if (processor.isNull() || processor.isMissingNode()) {
            return;
        }
        String type = processor.path("type").asText();
        if (!PROCESSORS.contains(type)) {
            throw fault.unknown("post_processor.type", processor.path("type"), PROCESSORS);
        }
        processor.path("processors").forEach(part -> collectFront(part, vocabulary, fault, ids));
        for (JsonNode part : processor.path("single")) {
            if (!part.has("SpecialToken")) {
                return;
            }
            String name = part.path("SpecialToken").path("id").asText();
            for (JsonNode id : processor.path("special_tokens").path(name).path("ids")) {
                if (!id.canConvertToInt() || id.asInt() < 0 || id.asInt() >= vocabulary.size()) {
                    throw fault.at("post_processor", "names the id " + id + ", which the vocabulary lacks");
                }
                ids.add(id.asInt());
            }
        }
    }
}
