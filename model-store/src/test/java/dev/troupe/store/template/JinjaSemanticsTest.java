package dev.troupe.store.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Small templates with what Jinja2 3.1.6 gives for them, set up the way `transformers` does. The
/// first line of the file holds the values that all of them see.
final class JinjaSemanticsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2025-07-10T12:00:00Z"), ZoneOffset.UTC);

    @Test
    void smallTemplatesRenderAsInPython() throws IOException {
        List<JsonNode> lines = lines();
        @SuppressWarnings("unchecked")
        Map<String, Object> values = JSON.convertValue(lines.getFirst().get("values"), Map.class);
        List<String> failures = new ArrayList<>();
        for (JsonNode line : lines.subList(1, lines.size())) {
            String outcome = outcome(line.get("source").asText(), values);
            boolean same = line.has("error")
                    ? outcome.startsWith("error: ")
                    : outcome.equals("text: " + line.get("expected").asText());
            if (!same) {
                failures.add(line + " but got " + outcome);
            }
        }
        assertThat(failures).isEmpty();
    }

    private static String outcome(String source, Map<String, Object> values) {
        try {
            return "text: "
                    + ChatTemplates.compile(source, TemplateLimits.standard(), CLOCK)
                            .render(values)
                            .plain();
        } catch (ServingException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.TEMPLATE_FAILED);
            return "error: " + e.getMessage();
        }
    }

    private static List<JsonNode> lines() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                JinjaSemanticsTest.class.getResourceAsStream("jinja-cases.jsonl"), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(JSON.readTree(line));
            }
        }
        return lines;
    }
}
