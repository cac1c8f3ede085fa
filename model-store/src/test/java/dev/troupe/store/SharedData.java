package dev.troupe.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/// The test data that lives outside of the repository.
public final class SharedData {
    private static final ObjectMapper JSON = new ObjectMapper();

    private SharedData() {}

    /// A file under `TROUPE_TEST_DATA`. Skips the test when the variable is unset; fails when it is
    /// set and the file is missing.
    public static Path file(String relative) {
        String root = System.getenv("TROUPE_TEST_DATA");
        Assumptions.assumeTrue(root != null, "skipped: TROUPE_TEST_DATA is not set");
        Path path = Path.of(root, relative);
        if (!Files.isRegularFile(path)) {
            throw new AssertionError("TROUPE_TEST_DATA is set, but " + path + " is missing");
        }
        return path;
    }

    public static JsonNode json(String relative) throws IOException {
        return JSON.readTree(file(relative).toFile());
    }

    public static List<JsonNode> jsonLines(String relative) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file(relative))) {
            if (!line.isBlank()) {
                lines.add(JSON.readTree(line));
            }
        }
        return lines;
    }

    /// Plain values: strings, numbers, booleans, nulls, lists, maps.
    public static Object plain(JsonNode node) {
        return JSON.convertValue(node, Object.class);
    }

    /// The demo model's file. Skips the test when it is missing, but fails under `CI=true`.
    public static Path demoModel() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path root = cache == null ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        Path path = root.resolve("troupe/models/SmolLM2-135M-Instruct.Q4_1.gguf");
        if (!Files.isRegularFile(path)) {
            if ("true".equals(System.getenv("CI"))) {
                throw new AssertionError("CI is true, but the demo model is missing: " + path);
            }
            Assumptions.abort("skipped: the demo model is missing: " + path);
        }
        return path;
    }
}
