package dev.troupe.store.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.troupe.store.SharedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Recorded renderings of published templates: all match but those in `template-exceptions.txt`, and
/// those do not.
final class TemplateCasesIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void publishedTemplatesRenderAsRecorded() throws IOException {
        Tally tally = new Tally("templates_rendered");
        for (JsonNode line : SharedData.jsonLines("chat_templates/templates_rendered.jsonl")) {
            String template = line.get("template").asText();
            String source = Files.readString(SharedData.file("chat_templates/templates/" + template + ".jinja"));
            Map<String, Object> values =
                    values(line, "bos_token", "eos_token", "add_generation_prompt", "messages", "tools");
            Recorded recorded = new Recorded(line.get("rendered"), line.get("error"));
            tally.count(template + "/" + line.get("case").asText(), recorded.problem(source, values));
        }
        tally.settle(165);
    }

    @Test
    void gw15EveryPublishedTemplateCanBeLoaded() throws IOException {
        Map<String, ChatStyle> styles = new TreeMap<>();
        for (JsonNode line : SharedData.jsonLines("chat_templates/templates_rendered.jsonl")) {
            String template = line.get("template").asText();
            String source = Files.readString(SharedData.file("chat_templates/templates/" + template + ".jinja"));
            styles.computeIfAbsent(template, _ -> ChatTemplates.load(source).style());
        }
        assertThat(styles).hasSize(33);
        assertThat(styles.entrySet().stream()
                        .filter(style -> style.getValue().argumentsAsText())
                        .map(Map.Entry::getKey))
                .containsExactly("deepseek-r1", "deepseek-r1-distill-qwen-32b", "deepseek-v3.1");
    }

    @Test
    void casesOfATemplateLibraryRenderAsRecorded() throws IOException {
        Tally tally = new Tally("hf_jinja_cases");
        for (JsonNode line : SharedData.jsonLines("chat_templates/hf_jinja_cases.jsonl")) {
            Map<String, Object> values = new HashMap<>();
            line.get("data")
                    .properties()
                    .forEach(entry -> values.put(entry.getKey(), SharedData.plain(entry.getValue())));
            Recorded recorded = new Recorded(line.get("expected"), null);
            String source = line.get("chat_template").asText();
            tally.count(line.get("name").asText(), recorded.problem(source, values));
        }
        tally.settle(53);
    }

    @Test
    void casesOfAnotherEngineRenderAsRecorded() throws IOException {
        Tally tally = new Tally("llama_cpp_cases");
        for (JsonNode line : SharedData.jsonLines("chat_templates/llama_cpp_cases.jsonl")) {
            Map<String, Object> values = values(line, "bos_token", "eos_token", "add_generation_prompt", "messages");
            Recorded recorded = new Recorded(line.get("expected_jinja"), null);
            String source = line.get("chat_template").asText();
            tally.count(line.get("name").asText(), recorded.problem(source, values));
        }
        tally.settle(30);
    }

    /// The Go templates of these formats were written by others than the Jinja ones: their texts are
    /// the same in 28 of 105. So Jinja2's own renderings are the yardstick, by their digests.
    @Test
    void knownTemplatesRenderAsInPython() throws IOException {
        List<JsonNode> sources = SharedData.jsonLines("chat_templates/ollama_known_templates.jsonl");
        Map<String, JsonNode> written = new HashMap<>();
        for (JsonNode line : SharedData.jsonLines("chat_templates/ollama_go_renders.jsonl")) {
            written.put(line.get("template").asText() + "/" + line.get("case").asText(), line);
        }
        Tally tally = new Tally("ollama_known_templates");
        int asInGo = 0;
        for (JsonNode line : resource("known-renders.jsonl")) {
            String template = line.get("template").asText();
            JsonNode go = written.get(template + "/" + line.get("case").asText());
            String source = sources.get(line.get("line").asInt()).get(template).asText();
            Map<String, Object> values = values(go, "messages");
            values.putAll(Map.of("add_generation_prompt", true, "bos_token", "<s>", "eos_token", "</s>"));
            tally.count(
                    line.get("line").asText() + "/" + template + "/"
                            + line.get("case").asText(),
                    Recorded.problemByDigest(source, values, line));
            boolean same = Recorded.outcome(source, values)
                    .equals("text: " + go.get("expected").asText());
            asInGo += same ? 1 : 0;
        }
        tally.settle(105);
        System.out.println("ollama_go_renders: " + asInGo + " of 105 texts are those of the Jinja template");
        assertThat(asInGo).isEqualTo(28);
    }

    private static Map<String, Object> values(JsonNode line, String... names) {
        Map<String, Object> values = new HashMap<>();
        for (String name : names) {
            if (line.has(name)) {
                values.put(name, SharedData.plain(line.get(name)));
            }
        }
        return values;
    }

    private static List<JsonNode> resource(String name) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : lines(name)) {
            lines.add(JSON.readTree(line));
        }
        return lines;
    }

    private static List<String> lines(String name) throws IOException {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(TemplateCasesIT.class.getResourceAsStream(name), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    /// Counts one file's cases.
    private static final class Tally {
        private final String file;
        private final Set<String> excepted;
        private final List<String> failures = new ArrayList<>();
        private final Set<String> failed = new TreeSet<>();
        private int matched;

        Tally(String file) throws IOException {
            this.file = file;
            this.excepted = lines("template-exceptions.txt").stream()
                    .filter(line -> line.startsWith(file + " | "))
                    .map(line -> line.split(" \\| ")[1])
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        void count(String name, String problem) {
            if (problem.isEmpty()) {
                matched++;
            } else {
                failed.add(name);
                failures.add(name + ": " + problem);
            }
        }

        void settle(int all) {
            System.out.println(file + ": " + matched + " of " + all + " renderings match");
            assertThat(failed).as(String.join("\n", failures)).isEqualTo(excepted);
            assertThat(matched).isEqualTo(all - excepted.size());
        }
    }
}
