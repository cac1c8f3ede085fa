package dev.troupe.control.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.fake.LetterTokenizer;
import dev.troupe.control.fake.PieceTokenizer;
import dev.troupe.control.fake.Plans;
import dev.troupe.control.request.ChatRequest;
import dev.troupe.control.request.CompletionRequest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.template.ChatTemplate;
import dev.troupe.store.template.ChatTemplates;
import dev.troupe.store.text.IncrementalText;
import dev.troupe.store.text.TextModel;
import dev.troupe.store.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Requests through real templates.
final class ChatRenderingTest {
    private static final String TOOL =
            "{\"type\":\"function\",\"function\":{\"name\":\"get\",\"description\":\"d<|end|>\","
                    + "\"parameters\":{\"type\":\"object\",\"properties\":{\"b\":{},\"a\":{}}}}}";

    /// Refuses a system message and turns that do not alternate.
    private static final String STRICT = "{% if messages[0].role == 'system' %}{{ raise_exception('no system role') }}"
            + "{% endif %}{% for m in messages %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}"
            + "{{ raise_exception('roles must alternate') }}{% endif %}{{ m.content }}{% endfor %}";

    /// Joins arguments as text, and looks for missing content.
    private static final String JOINS = "{% for m in messages %}{% if m.tool_calls is defined and m.content is none %}"
            + "{% for c in m.tool_calls %}{{ '[' + c.function.name + c.function.arguments + ']' }}{% endfor %}"
            + "{% else %}{{ m.content + ';' }}{% endif %}{% endfor %}";

    /// Walks arguments as a mapping.
    private static final String WALKS = "{% for m in messages %}{{ m.content }}{% for c in m.tool_calls or [] %}"
            + "[{{ c.function.name }}{% for k, v in c.function.arguments | items %}{{ k }}={{ v }}{% endfor %}]"
            + "{% endfor %};{% endfor %}";

    private static final String PARTS =
            "{% for m in messages %}{% for part in m.content %}" + "({{ part.text | trim }}){% endfor %}{% endfor %}";

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"role\":\"system\",\"content\":\"x\"}; no system role",
                "{\"role\":\"user\",\"content\":\"x\"},{\"role\":\"user\",\"content\":\"y\"}; roles must alternate"
            })
    void gw13ARefusalOfATemplateIsA400WithItsMessage(String messages, String reason) {
        assertThatThrownBy(() -> rendered(STRICT, messages, ""))
                .isInstanceOfSatisfying(ServingException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.TEMPLATE_FAILED);
                    assertThat(e.code().httpStatus()).isEqualTo(400);
                })
                .hasMessageEndingWith("the template says: " + reason);
    }

    @Test
    void gw14ArgumentsComeAsTextOrAsAMapping() {
        for (String none : List.of("\"null\"", "\"\"", "null", "\"{}\"")) {
            assertThat(rendered(JOINS, called(none), "")).isEqualTo("hi;[get{}]4;");
            assertThat(rendered(WALKS, called(none), "")).isEqualTo("hi;[get];4;");
        }
        String some = "\"{\\\"b\\\":3, \\\"a\\\":\\\"x\\\"}\"";
        assertThat(rendered(JOINS, called(some), "")).isEqualTo("hi;[get{\"b\":3, \"a\":\"x\"}]4;");
        assertThat(rendered(WALKS, called(some), "")).isEqualTo("hi;[getb=3a=x];4;");
    }

    @Test
    void gw14ArgumentsThatAreNoJsonAreNamed() {
        assertThatThrownBy(() -> rendered(WALKS, called("\"{\\\"a\\\":\""), ""))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
                .hasMessageStartingWith("messages[1].tool_calls[0].function.arguments is not valid JSON");
        assertThatThrownBy(() -> rendered(WALKS, called("\"[1]\""), ""))
                .hasMessage("messages[1].tool_calls[0].function.arguments is a list; an object is expected");
    }

    @Test
    void contentComesAsTextOrAsPartsHoweverItWasSent() {
        String parts = "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\" a\"},"
                + "{\"type\":\"text\",\"text\":\"b \"}]}";
        assertThat(rendered(PARTS, parts, "")).isEqualTo("(a)(b)");
        assertThat(rendered(PARTS, "{\"role\":\"user\",\"content\":\" a \"}", ""))
                .isEqualTo("(a)");
        assertThat(rendered(WALKS, parts, "")).isEqualTo(" a\nb ;");
    }

    @Test
    void toolsAreRenderedAsTheyWereSentUnlessNoneMayBeCalled() {
        String shows = "{% if tools is not none %}{{ tools | tojson }}{% endif %}{% for m in messages %}{{ m.content }}"
                + "{% endfor %}";
        String user = "{\"role\":\"user\",\"content\":\"hi\"}";
        String sent = "[" + TOOL.replace(":", ": ").replace(",", ", ") + "]";
        assertThat(rendered(shows, user, ",\"tools\":[" + TOOL + "]")).isEqualTo(sent + "hi");
        assertThat(rendered(shows, user, ",\"tool_choice\":\"auto\",\"tools\":[" + TOOL + "]"))
                .isEqualTo(sent + "hi");
        assertThat(rendered(shows, user, ",\"tool_choice\":\"none\",\"tools\":[" + TOOL + "]"))
                .isEqualTo("hi");
        assertThat(rendered(shows, user, ",\"tools\":[]")).isEqualTo("hi");
    }

    @Test
    void gw17AToolsDescriptionGivesNoControlToken() {
        String shows = "{{ tools | tojson }}<|end|>{% for m in messages %}{{ m.content }}{% endfor %}";
        ChatRequest request = request("{\"role\":\"user\",\"content\":\"<|end|>\"}", ",\"tools\":[" + TOOL + "]");
        List<Integer> ids = PromptEncoder.chat(model(shows, new LetterTokenizer()), request.conversation());
        assertThat(ids).filteredOn(id -> id == LetterTokenizer.END).hasSize(1);
    }

    @Test
    void switchesOfATemplateCanBeSet() {
        String thinks = "{% for m in messages %}{{ m.content }}{% endfor %}"
                + "{% if enable_thinking is defined and not enable_thinking %}<think></think>{% endif %}";
        String user = "{\"role\":\"user\",\"content\":\"hi\"}";
        assertThat(rendered(thinks, user, "")).isEqualTo("hi");
        assertThat(rendered(thinks, user, ",\"chat_template_kwargs\":{\"enable_thinking\":false}"))
                .isEqualTo("hi<think></think>");
        assertThatThrownBy(() -> rendered(thinks, user, ",\"chat_template_kwargs\":{\"bos_token\":\"x\"}"))
                .hasMessage("chat_template_kwargs has the entry 'bos_token', which cannot be set there");
    }

    /// The tokenizer owns the first token of plain text; one that a user types is text.
    @ParameterizedTest
    @CsvSource({"true, hello, 1", "false, hello, 0", "true, <s>hello, 1", "false, <s>hello, 0", "true, '', 1"})
    void gw16PlainTextHasTheFirstTokenOfItsTokenizer(boolean adds, String text, int count) {
        PieceTokenizer tokenizer = new PieceTokenizer(List.of(new byte[] {'x'}), adds);
        ServedModel model = Plans.served(new TextModel(tokenizer, Optional.empty(), "<s>", ""));
        CompletionRequest request = CompletionRequest.parse(bytes("{\"model\":\"m\",\"prompt\":\"" + text + "\"}"));
        List<Integer> ids = PromptEncoder.prompt(model, request.prompts().getFirst(), "prompt");
        assertThat(ids).filteredOn(id -> id == tokenizer.bos()).hasSize(count);
        assertThat(ids).hasSize(count + text.length());
    }

    private static String called(String arguments) {
        return "{\"role\":\"user\",\"content\":\"hi\"},{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c1\","
                + "\"type\":\"function\",\"function\":{\"name\":\"get\",\"arguments\":" + arguments + "}}]},"
                + "{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"4\"}";
    }

    private static String rendered(String template, String messages, String more) {
        Tokenizer tokenizer = new LetterTokenizer();
        List<Integer> ids = PromptEncoder.chat(
                model(template, tokenizer), request(messages, more).conversation());
        return IncrementalText.decode(tokenizer, ids);
    }

    private static ServedModel model(String template, Tokenizer tokenizer) {
        ChatTemplate loaded = ChatTemplates.load(template);
        return Plans.served(new TextModel(tokenizer, Optional.of(loaded), "", ""));
    }

    private static ChatRequest request(String messages, String more) {
        return ChatRequest.parse(bytes("{\"model\":\"m\",\"messages\":[" + messages + "]" + more + "}"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
