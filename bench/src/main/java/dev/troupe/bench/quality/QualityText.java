package dev.troupe.bench.quality;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The text that models are judged by: the four of the demo model's oracle, joined.
final class QualityText {
    private static final String VARIABLE = "TROUPE_TEST_DATA";
    private static final String PLACE = "models/smollm2/expected.json";

    private QualityText() {}

    /// @param environment of the process
    /// @throws IOException naming what is missing
    static String read(Map<String, String> environment) throws IOException {
        String folder = environment.getOrDefault(VARIABLE, "");
        if (folder.isBlank()) {
            throw new IOException(VARIABLE + " is not set: it names the folder that holds " + PLACE);
        }
        Path file = Path.of(folder).resolve(PLACE);
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + " is missing");
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode text : new ObjectMapper().readTree(file.toFile()).path("texts")) {
            texts.add(text.path("text").asText());
        }
        return String.join("\n\n", texts);
    }
}
