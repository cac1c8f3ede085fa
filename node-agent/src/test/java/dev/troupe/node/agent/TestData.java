package dev.troupe.node.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Files that do not live in the repository. Without them a test is skipped with a line; a file that
/// is missing where its folder was named is a failure.
final class TestData {
    private static final String DEMO_FILE = "troupe/models/SmolLM2-135M-Instruct.Q4_1.gguf";

    private TestData() {}

    static Path file(String name) {
        String folder = System.getenv("TROUPE_TEST_DATA");
        assumeTrue(folder != null, "TROUPE_TEST_DATA is not set: no " + name);
        Path file = Path.of(folder, name);
        assertThat(file).exists();
        return file;
    }

    /// The demo model in the user's cache folder; under `CI=true` it must be there.
    static Path demoModel() {
        Path cache = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .map(Path::of)
                .orElse(Path.of(System.getProperty("user.home"), ".cache"));
        Path file = cache.resolve(DEMO_FILE);
        if (!"true".equals(System.getenv("CI"))) {
            assumeTrue(Files.exists(file), "the demo model is not in the cache folder: " + file);
        }
        assertThat(file).exists();
        return file;
    }

    static JsonNode json(String name) throws IOException {
        return new ObjectMapper().readTree(file(name).toFile());
    }

    static List<Integer> ints(JsonNode array) {
        List<Integer> values = new ArrayList<>();
        array.forEach(value -> values.add(value.intValue()));
        return values;
    }
}
