package dev.troupe.store.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/// JSON from strangers: one object, no key twice, nothing behind it, few levels, a bounded number of
/// values. What it costs in memory is bounded by about a hundred bytes per value.
public final class StrictJson {
    private static final int MAX_DEPTH = 32;
    private static final int MAX_NUMBER_CHARS = 64;
    private static final int MAX_VALUES = 1 << 20;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_NUMBER_CHARS)
                            .build())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private StrictJson() {}

    /// @param place what the bytes are, for errors
    /// @throws dev.troupe.protocol.ServingException `INVALID_MODEL_FILE` naming file, place and
    ///     limit
    public static ObjectNode read(byte[] json, FileFaults faults, String place) {
        try {
            count(json, faults, place);
            JsonNode root = MAPPER.readTree(json);
            if (root instanceof ObjectNode object) {
                return object;
            }
            throw faults.at(place, "is not a JSON object");
        } catch (JsonProcessingException e) {
            JsonLocation location = e.getLocation();
            String where =
                    location == null ? "" : " at line " + location.getLineNr() + " column " + location.getColumnNr();
            throw faults.at(
                    place + where, "is not JSON as it is needed here: " + FileFaults.quote(e.getOriginalMessage()));
        } catch (IOException e) {
            throw faults.unreadable(e);
        }
    }

    /// Walks the text once without keeping it.
    private static void count(byte[] json, FileFaults faults, String place) throws IOException {
        try (JsonParser parser = MAPPER.createParser(json)) {
            int values = 0;
            int depth = 0;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                values += token == JsonToken.FIELD_NAME ? 0 : 1;
                if (depth == 0 && values > 1) {
                    throw faults.at(place, "has something behind its end");
                }
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (values > MAX_VALUES) {
                    throw faults.at(place, "has more values than the limit of " + MAX_VALUES);
                }
            }
        }
    }
}
