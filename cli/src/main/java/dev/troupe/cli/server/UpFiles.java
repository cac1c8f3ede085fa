package dev.troupe.cli.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `up.json` as text.
public final class UpFiles {
    private static final int MAX_BYTES = 1 << 20;

    private UpFiles() {}

    /// The file of a home, or nothing when there is none.
    public static Optional<UpFile> read(Path home) {
        Path file = home.resolve(UpFile.NAME);
        try (InputStream in = Files.newInputStream(file)) {
            return Optional.of(parse(new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            throw new CliException(ExitCode.FAILED, "cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    static UpFile parse(String json) throws JsonProcessingException {
        JsonNode root = Json.MAPPER.readTree(json);
        List<UpFile.Entry> entries = new ArrayList<>();
        for (JsonNode process : root.path("processes")) {
            entries.add(entry(process));
        }
        return new UpFile(text(root, "url"), text(root, "adminKey"), text(root, "tenantKey"), entries);
    }

    private static UpFile.Entry entry(JsonNode process) {
        return new UpFile.Entry(
                text(process, "role"),
                text(process, "id"),
                process.path("pid").asLong(),
                Optional.ofNullable(process.path("url").textValue()),
                Instant.parse(text(process, "startedAt")));
    }

    private static String text(JsonNode node, String field) {
        String value = node.path(field).textValue();
        if (value == null) {
            throw new IllegalArgumentException("field '" + field + "' is missing or not a string");
        }
        return value;
    }

    /// The content of the file; holds secrets.
    public static String print(UpFile file) {
        ObjectNode root = Json.MAPPER.createObjectNode();
        root.put("url", file.url());
        root.put("adminKey", file.adminKey());
        root.put("tenantKey", file.tenantKey());
        ArrayNode processes = root.putArray("processes");
        for (UpFile.Entry entry : file.processes()) {
            ObjectNode node = processes.addObject();
            node.put("role", entry.role());
            node.put("id", entry.id());
            node.put("pid", entry.pid());
            entry.url().ifPresent(url -> node.put("url", url));
            node.put("startedAt", entry.startedAt().toString());
        }
        return root.toPrettyString() + "\n";
    }
}
