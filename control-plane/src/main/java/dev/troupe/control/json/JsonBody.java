package dev.troupe.control.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.io.IOException;

/// Bytes to one JSON object. Depth, number length and string length are bounded by Jackson's own
/// constraints, the whole by the body limit before it.
final class JsonBody {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private JsonBody() {}

    /// @throws ServingException `INVALID_JSON` with line and column
    static ObjectNode parse(byte[] body) {
        if (body.length == 0) {
            throw ServingException.of(ErrorCode.INVALID_JSON, "the body is empty; a JSON object is expected");
        }
        JsonNode root = read(body);
        if (root instanceof ObjectNode object) {
            return object;
        }
        throw ServingException.of(
                ErrorCode.INVALID_JSON, "the body is " + JsonKind.of(root) + "; a JSON object is expected");
    }

    /// JSON within a string of a request.
    ///
    /// @throws ServingException `INVALID_REQUEST` with the string's path
    static JsonNode parseWithin(String text, String path) {
        try (JsonParser parser = MAPPER.createParser(text)) {
            JsonNode root = MAPPER.readTree(parser);
            return root == null ? MAPPER.missingNode() : root;
        } catch (IOException e) {
            String reason = e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.toString();
            throw ServingException.of(ErrorCode.INVALID_REQUEST, path, path + " is not valid JSON: " + reason);
        }
    }

    private static JsonNode read(byte[] body) {
        try (JsonParser parser = MAPPER.createParser(body)) {
            JsonNode root = MAPPER.readTree(parser);
            return root == null ? MAPPER.missingNode() : root;
        } catch (JsonProcessingException e) {
            throw ServingException.causedBy(ErrorCode.INVALID_JSON, message(e), e);
        } catch (IOException e) {
            // Bytes in memory: only broken UTF-8 ends here.
            throw ServingException.causedBy(
                    ErrorCode.INVALID_JSON, "the body is not valid JSON: it is not valid UTF-8", e);
        }
    }

    private static String message(JsonProcessingException e) {
        JsonLocation place = e.getLocation();
        String where = place == null ? "" : " at line " + place.getLineNr() + ", column " + place.getColumnNr();
        return "the body is not valid JSON" + where + ": " + e.getOriginalMessage();
    }
}
