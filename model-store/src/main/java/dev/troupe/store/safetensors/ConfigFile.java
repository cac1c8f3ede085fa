package dev.troupe.store.safetensors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.source.FileFaults;
import dev.troupe.store.source.KeyValues;
import dev.troupe.store.source.StrictJson;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/// A `config.json`, or an object in it. A null counts as absent. Immutable and thread-safe.
public final class ConfigFile implements KeyValues {
    private static final int MAX_SHOWN_CHARS = 60;

    private final FileFaults faults;
    private final String prefix;
    private final ObjectNode values;

    private ConfigFile(FileFaults faults, String prefix, ObjectNode values) {
        this.faults = faults;
        this.prefix = prefix;
        this.values = values;
    }

    static ConfigFile read(byte[] json, FileFaults faults) {
        return new ConfigFile(faults, "", StrictJson.read(json, faults, "config"));
    }

    @Override
    public Set<String> keys() {
        Set<String> keys = new LinkedHashSet<>();
        values.fields().forEachRemaining(entry -> {
            if (!entry.getValue().isNull()) {
                keys.add(entry.getKey());
            }
        });
        return keys;
    }

    @Override
    public Optional<String> string(String key) {
        return find(key, JsonNodeType.STRING, "a string").map(JsonNode::textValue);
    }

    @Override
    public OptionalLong integer(String key, long min, long max) {
        Optional<JsonNode> node = find(key, JsonNodeType.NUMBER, "an integer");
        if (node.isEmpty()) {
            return OptionalLong.empty();
        }
        if (!node.get().isIntegralNumber()) {
            throw wrongType(key, node.get(), "an integer");
        }
        if (!node.get().canConvertToLong()
                || node.get().longValue() < min
                || node.get().longValue() > max) {
            throw fault(key, "is " + shown(node.get()) + "; allowed is " + min + " to " + max);
        }
        return OptionalLong.of(node.get().longValue());
    }

    @Override
    public OptionalDouble number(String key) {
        Optional<JsonNode> node = find(key, JsonNodeType.NUMBER, "a number");
        return node.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(finite(key, node.get()));
    }

    @Override
    public Optional<Boolean> bool(String key) {
        return find(key, JsonNodeType.BOOLEAN, "a boolean").map(JsonNode::booleanValue);
    }

    @Override
    public Optional<List<String>> strings(String key) {
        return find(key, JsonNodeType.ARRAY, "an array of strings").map(array -> {
            List<String> texts = new ArrayList<>();
            for (JsonNode element : array) {
                if (!element.isTextual()) {
                    throw wrongType(key, element, "an array of strings");
                }
                texts.add(element.textValue());
            }
            return texts;
        });
    }

    public Optional<List<Double>> numbers(String key) {
        return find(key, JsonNodeType.ARRAY, "an array of numbers").map(array -> {
            List<Double> numbers = new ArrayList<>();
            for (JsonNode element : array) {
                if (!element.isNumber()) {
                    throw wrongType(key, element, "an array of numbers");
                }
                numbers.add(finite(key, element));
            }
            return numbers;
        });
    }

    /// An object inside of this one; its faults name the way to it.
    public Optional<ConfigFile> object(String key) {
        return find(key, JsonNodeType.OBJECT, "an object")
                .map(node -> new ConfigFile(faults, prefix + key + ".", (ObjectNode) node));
    }

    /// The value as JSON, for errors and for comparisons with harmless values.
    public Optional<String> text(String key) {
        return Optional.ofNullable(values.get(key))
                .filter(node -> !node.isNull())
                .map(ConfigFile::shown);
    }

    @Override
    public ServingException fault(String key, String problem) {
        return faults.at("key " + FileFaults.quote(prefix + key), problem);
    }

    private double finite(String key, JsonNode node) {
        double value = node.doubleValue();
        if (!Double.isFinite(value)) {
            throw fault(key, "is " + shown(node) + "; a finite number is needed");
        }
        return value;
    }

    private Optional<JsonNode> find(String key, JsonNodeType type, String wanted) {
        JsonNode node = values.get(key);
        if (node == null || node.isNull()) {
            return Optional.empty();
        }
        if (node.getNodeType() != type) {
            throw wrongType(key, node, wanted);
        }
        return Optional.of(node);
    }

    private ServingException wrongType(String key, JsonNode node, String wanted) {
        return fault(key, "is " + shown(node) + "; " + wanted + " is needed");
    }

    private static String shown(JsonNode node) {
        if (node.isContainerNode()) {
            return node.isArray() ? "an array of " + node.size() : "an object";
        }
        String text = node.toString();
        String cut = text.length() > MAX_SHOWN_CHARS ? text.substring(0, MAX_SHOWN_CHARS) + "..." : text;
        return cut.codePoints()
                .collect(
                        StringBuilder::new,
                        (b, c) -> b.appendCodePoint(Character.isISOControl(c) ? '?' : c),
                        StringBuilder::append)
                .toString();
    }
}
