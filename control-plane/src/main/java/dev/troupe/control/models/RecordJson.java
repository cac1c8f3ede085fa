package dev.troupe.control.models;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.troupe.control.models.ModelRecord.Failed;
import dev.troupe.control.models.ModelRecord.Packing;
import dev.troupe.control.models.ModelRecord.Ready;
import dev.troupe.control.models.ModelRecord.Retiring;
import dev.troupe.control.models.ModelRecord.State;
import dev.troupe.protocol.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Records as bytes of a file.
final class RecordJson {
    private static final int SCHEMA = 1;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private RecordJson() {}

    static byte[] write(ModelRecord record) {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("schema", SCHEMA);
        root.put("tenant", record.tenant());
        root.put("name", record.name());
        root.put("owner", record.owner());
        ObjectNode files = root.putObject("files");
        record.files().forEach((path, digest) -> files.put(path, digest.value()));
        record.quantize().ifPresent(quantize -> root.put("quantize", QuantizeWords.of(quantize)));
        root.put("created", record.created().toString());
        switch (record.state()) {
            case Packing() -> root.put("state", "packing");
            case Ready(Digest digest) -> root.put("state", "ready").put("digest", digest.value());
            case Retiring(Digest digest) -> root.put("state", "retiring").put("digest", digest.value());
            case Failed(String reason) -> root.put("state", "failed").put("reason", reason);
        }
        return root.toString().getBytes(StandardCharsets.UTF_8);
    }

    /// @throws IOException when the bytes are no such record
    static ModelRecord read(byte[] json) throws IOException {
        JsonNode root = MAPPER.readTree(json);
        if (root.path("schema").asInt() != SCHEMA) {
            throw new IOException("schema is " + root.path("schema") + "; known is " + SCHEMA);
        }
        try {
            Map<String, Digest> files = new TreeMap<>();
            root.path("files").forEachEntry((path, digest) -> files.put(path, new Digest(digest.asText())));
            return new ModelRecord(
                    root.path("tenant").asText(),
                    root.path("name").asText(),
                    root.path("owner").asText(),
                    files,
                    Optional.ofNullable(root.path("quantize").textValue()).flatMap(QuantizeWords::parse),
                    Instant.parse(root.path("created").asText()),
                    state(root));
        } catch (RuntimeException e) {
            throw new IOException("a field is not what it must be: " + e.getMessage(), e);
        }
    }

    private static State state(JsonNode root) throws IOException {
        String state = root.path("state").asText();
        return switch (state) {
            case "packing" -> new Packing();
            case "ready" -> new Ready(new Digest(root.path("digest").asText()));
            case "retiring" -> new Retiring(new Digest(root.path("digest").asText()));
            case "failed" -> new Failed(root.path("reason").asText());
            default -> throw new IOException("state is '" + state + "'");
        };
    }
}
