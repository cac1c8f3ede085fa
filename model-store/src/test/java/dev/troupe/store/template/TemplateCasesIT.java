package dev.troupe.store.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Recorded renderings of published templates.
final class TemplateCasesIT {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2025-07-10T12:00:00Z"), ZoneOffset.UTC);
    private static final int LEAST_RENDERED = 164;
    private static final int LEAST_LIBRARY = 52;
    private static final Set<String> REQUIRED = Set.of(
            "chatml",
            "smollm2-instruct",
            "zephyr",
            "llama-3-instruct",
            "mistral-7b-instruct-v0.2",
            "phi-3-mini",
            "phi-4",
            "gemma-it",
            "gemma-2-2b-it");

    @Test
    void publishedTemplatesRenderAsRecorded() throws IOException {
        List<String> failures = new ArrayList<>();
        int matched = 0;
        for (JsonNode line : SharedData.jsonLines("chat_templates/templates_rendered.jsonl")) {
            String template = line.get("template").asText();
            String source = Files.readString(SharedData.file("chat_templates/templates/" + template + ".jinja"));
            Map<String, Object> values = new HashMap<>();
            for (String name : List.of("bos_token", "eos_token", "add_generation_prompt", "messages", "tools")) {
                if (line.has(name)) {
                    values.put(name, SharedData.plain(line.get(name)));
                }
            }
            String problem = problem(source, values, line.get("rendered"), line.get("error"));
            if (problem.isEmpty()) {
                matched++;
            } else {
                failures.add(template + "/" + line.get("case").asText() + ": " + problem);
            }
        }
        System.out.println("published templates: " + matched + " renderings match");
        failures.forEach(System.out::println);
        assertThat(failures).noneMatch(failure -> REQUIRED.contains(failure.split("/")[0]));
        assertThat(matched).isGreaterThanOrEqualTo(LEAST_RENDERED);
    }

    @Test
    void casesOfATemplateLibraryRenderAsRecorded() throws IOException {
        List<String> failures = new ArrayList<>();
        int matched = 0;
        for (JsonNode line : SharedData.jsonLines("chat_templates/hf_jinja_cases.jsonl")) {
            Map<String, Object> values = new HashMap<>();
            line.get("data")
                    .properties()
                    .forEach(entry -> values.put(entry.getKey(), SharedData.plain(entry.getValue())));
            String problem = problem(line.get("chat_template").asText(), values, line.get("expected"), null);
            if (problem.isEmpty()) {
                matched++;
            } else {
                failures.add(line.get("name").asText() + ": " + problem);
            }
        }
        System.out.println("library cases: " + matched + " renderings match");
        failures.forEach(System.out::println);
        assertThat(matched).isGreaterThanOrEqualTo(LEAST_LIBRARY);
    }

    /// Empty when the outcome is as recorded.
    private static String problem(String source, Map<String, Object> values, JsonNode expected, JsonNode error) {
        boolean fails = error != null && !error.isNull();
        try {
            String rendered = ChatTemplates.compile(source, TemplateLimits.standard(), CLOCK)
                    .render(values)
                    .plain();
            if (fails) {
                return "renders, but should fail with " + error.asText();
            }
            return rendered.equals(expected.asText()) ? "" : difference(rendered, expected.asText());
        } catch (ServingException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.TEMPLATE_FAILED);
            return fails && refusesAlike(e.getMessage(), error.asText()) ? "" : e.getMessage();
        }
    }

    private static boolean refusesAlike(String message, String error) {
        return !error.startsWith("TemplateError: ") || message.endsWith(error.substring("TemplateError: ".length()));
    }

    private static String difference(String rendered, String expected) {
        int at = 0;
        while (at < Math.min(rendered.length(), expected.length()) && rendered.charAt(at) == expected.charAt(at)) {
            at++;
        }
        return "differs at " + at + ": got '" + around(rendered, at) + "' but expected '" + around(expected, at) + "'";
    }

    private static String around(String text, int at) {
        return text.substring(Math.max(0, at - 20), Math.min(text.length(), at + 40))
                .replace("\n", "\\n");
    }
}
