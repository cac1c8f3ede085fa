package dev.troupe.store.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Small templates in the dialects of the families in use, and what Jinja2 3.1.6 makes of them.
final class ChatCasesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNode TEMPLATES = templates();

    @Test
    @SuppressWarnings("unchecked") // as JSON gives it
    void gw15EveryDialectRendersAsTheReference() throws IOException {
        List<String> failures = new ArrayList<>();
        int cases = 0;
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(resource("chat-cases.jsonl"), StandardCharsets.UTF_8))) {
            for (String text : reader.lines().toList()) {
                JsonNode line = JSON.readTree(text);
                Map<String, Object> values = JSON.convertValue(line.get("values"), Map.class);
                Recorded recorded = new Recorded(line.get("expected"), error(line));
                String problem = recorded.problem(source(line.get("template").asText()), values);
                if (!problem.isEmpty()) {
                    failures.add(line.get("template").asText() + ": " + problem);
                }
                cases++;
            }
        }
        assertThat(failures).isEmpty();
        assertThat(cases).isEqualTo(22);
    }

    @Test
    void gw14ATemplateTellsInWhichFormItWantsArgumentsAndContent() {
        assertThat(style("T2")).isEqualTo(ChatStyle.PLAIN);
        assertThat(style("T3")).isEqualTo(new ChatStyle(false, false, true, true));
        assertThat(style("T6")).isEqualTo(new ChatStyle(false, true, true, true));
        assertThat(style("T7")).isEqualTo(new ChatStyle(false, false, true, true));
        assertThat(style("T10parts")).isEqualTo(new ChatStyle(true, false, false, true));
        assertThat(style("T11")).isEqualTo(ChatStyle.PLAIN);
        assertThat(loaded("{% for t in tools %}{{ t }}{% endfor %}{% for m in messages %}{{ m.content }}{% endfor %}")
                        .style())
                .isEqualTo(new ChatStyle(false, false, false, false));
    }

    @Test
    void gw14MissingContentThatWouldBePrintedAsNoneIsEmpty() {
        String prints = "{% for m in messages %}{{ m.content }}{% for c in m.tool_calls or [] %}"
                + "{{ c.function.arguments | tojson }}{% endfor %}{% endfor %}";
        assertThat(loaded(prints).style()).isEqualTo(ChatStyle.PLAIN);
    }

    @Test
    void gw13WhatATemplateRefusesIsItsOwnMessage() {
        ServingException failure = catchThrowableOfType(
                ServingException.class,
                () -> loaded(source("T1"))
                        .render(Map.of("messages", List.of(Map.of("role", "system", "content", "x")))));
        assertThat(failure.code()).isEqualTo(ErrorCode.TEMPLATE_FAILED);
        assertThat(failure).hasMessage("chat template, line 1: the template says: System role not supported");
    }

    @Test
    void gw15WhatTheLanguageLacksShowsWhenATemplateIsLoaded() {
        for (String source : List.of(
                "{{ messages | xmlattr }}",
                "{% extends 'base' %}",
                "{{ messages[0].content.translate({}) }}",
                "{{ lipsum() }}{% for m in messages %}{{ m.content }}{% endfor %}")) {
            ServingException failure = catchThrowableOfType(ServingException.class, () -> loaded(source));
            assertThat(failure).as(source).isNotNull();
            assertThat(failure.code()).isEqualTo(ErrorCode.TEMPLATE_FAILED);
        }
        assertThat(loaded("{{ raise_exception('never') }}").style()).isEqualTo(ChatStyle.PLAIN);
    }

    private static ChatStyle style(String name) {
        return loaded(source(name)).style();
    }

    private static ChatTemplate loaded(String source) {
        return ChatTemplates.load(source, TemplateLimits.standard(), Recorded.CLOCK);
    }

    private static String source(String name) {
        return TEMPLATES.get(name).asText();
    }

    private static JsonNode error(JsonNode line) {
        return line.has("error")
                ? JSON.getNodeFactory()
                        .textNode("TemplateError: " + line.get("error").asText())
                : null;
    }

    private static JsonNode templates() {
        try (InputStream in = resource("chat-templates.json")) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static InputStream resource(String name) {
        return ChatCasesTest.class.getResourceAsStream(name);
    }
}
