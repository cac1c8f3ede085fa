package dev.troupe.control.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.control.json.NumberRange;
import dev.troupe.control.json.RequestReader;
import dev.troupe.control.request.ReplyOptions.SamplingOptions;
import dev.troupe.protocol.generate.Penalties;
import dev.troupe.protocol.generate.SamplingParams;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads how tokens are drawn.
final class SamplingReader {
    private static final NumberRange SHARE = NumberRange.closed(0, 1);
    private static final NumberRange ADDED = NumberRange.closed(-Penalties.MAX_ADDED, Penalties.MAX_ADDED);
    private static final NumberRange REPETITION =
            NumberRange.closed(Penalties.LEAST_REPETITION, Penalties.MAX_REPETITION);
    private static final NumberRange BIAS = NumberRange.closed(-SamplingParams.MAX_BIAS, SamplingParams.MAX_BIAS);
    private static final String BIASES = "logit_bias";

    /// One way to write an id, so that no two keys mean the same.
    private static final Pattern ID = Pattern.compile("0|[1-9][0-9]{0,8}");

    private SamplingReader() {}

    static SamplingOptions read(RequestReader reader) {
        // -1 is how other servers' clients switch it off.
        int topK = Math.max(0, reader.integer("top_k", -1, Integer.MAX_VALUE).orElse(0));
        return new SamplingOptions(
                number(reader, "temperature", NumberRange.closed(0, SamplingParams.MAX_TEMPERATURE), 1),
                positive(number(reader, "top_p", NumberRange.above(0, 1), 1)),
                topK,
                number(reader, "min_p", SHARE, 0),
                penalties(reader),
                biases(reader),
                reader.longInteger("seed"));
    }

    private static Penalties penalties(RequestReader reader) {
        return new Penalties(
                number(reader, "presence_penalty", ADDED, 0),
                number(reader, "frequency_penalty", ADDED, 0),
                number(reader, "repetition_penalty", REPETITION, 1));
    }

    private static float number(RequestReader reader, String field, NumberRange range, float otherwise) {
        return reader.number(field, range).map(Double::floatValue).orElse(otherwise);
    }

    /// The smallest doubles round to 0 as floats, which is not above 0.
    private static float positive(float value) {
        return Math.max(Float.MIN_VALUE, value);
    }

    private static Map<Integer, Float> biases(RequestReader reader) {
        Optional<RequestReader> asked = reader.child(BIASES);
        if (asked.isEmpty()) {
            return Map.of();
        }
        RequestReader inner = asked.get();
        Map<String, JsonNode> fields = inner.fields();
        if (fields.size() > SamplingParams.MAX_BIASES) {
            throw reader.wrong(BIASES, "has " + fields.size() + " entries; at most " + SamplingParams.MAX_BIASES);
        }
        Map<Integer, Float> biases = new HashMap<>();
        for (String key : fields.keySet()) {
            if (!ID.matcher(key).matches()) {
                throw reader.wrong(BIASES, "has the key '" + shortened(key) + "'; token ids are expected");
            }
            inner.number(key, BIAS).ifPresent(bias -> biases.put(Integer.valueOf(key), bias.floatValue()));
        }
        return biases;
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }
}
