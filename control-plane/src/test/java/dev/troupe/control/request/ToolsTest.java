package dev.troupe.control.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ToolsTest {
    @Test
    void aToolIsKeptAsItWasSent() {
        List<Map<String, Object>> tools = parse("\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\","
                        + "\"description\":null,\"strict\":true,\"parameters\":{\"b\":[1,2.5,\"x\",null],\"a\":{}}}}]")
                .conversation()
                .tools();
        assertThat(tools.getFirst().toString())
                .isEqualTo("{type=function, function={name=f, description=null, strict=true, "
                        + "parameters={b=[1, 2.5, x, null], a={}}}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | tools is an object; a list is expected",
                "[1] | tools[0] is 1; an object is expected",
                "[{}] | tools[0].function is missing",
                "[{\"function\":{}}] | tools[0].function.name is missing",
                "[{\"function\":{\"name\":\"\"}}] | tools[0].function.name is empty",
                "[{\"function\":{\"name\":\"f\",\"description\":1}}] | tools[0].function.description is 1; a string is expected",
                "[{\"function\":{\"name\":\"f\",\"parameters\":[]}}] | tools[0].function.parameters is a list; an object is expected",
                "[{\"type\":\"web_search\"}] | tools[0].type is 'web_search'; only tools of type 'function' are built",
                "[{\"function\":{\"name\":\"f\",\"x\":\"\\ud800\"}}] | tools[0].function.x holds half of a surrogate pair at character 0; a whole one is expected"
            })
    void badToolsAreNamedByTheirPlace(String tools, String message) {
        assertThatThrownBy(() -> parse("\"tools\":" + tools)).hasMessage(message);
    }

    @Test
    void whatIsTooMuchIsRefusedWithTheLimit() {
        String one = "{\"function\":{\"name\":\"f\"}}";
        String many = String.join(",", Collections.nCopies(129, one));
        assertThatThrownBy(() -> parse("\"tools\":[" + many + "]")).hasMessage("tools has 129 tools; at most 128");
        assertThatThrownBy(() -> parse("\"tools\":[{\"function\":{\"name\":\"" + "f".repeat(65) + "\"}}]"))
                .hasMessage("tools[0].function.name has 65 characters; at most 64");
        String deep = "{\"a\":".repeat(70) + "1" + "}".repeat(70);
        assertThatThrownBy(() -> parse("\"tools\":[{\"function\":{\"name\":\"f\",\"parameters\":" + deep + "}}]"))
                .hasMessageEndingWith("is nested deeper than 64");
        String extras = IntStream.range(0, 33).mapToObj(i -> "\"x" + i + "\":1").collect(Collectors.joining(","));
        assertThatThrownBy(() -> parse("\"chat_template_kwargs\":{" + extras + "}"))
                .hasMessage("chat_template_kwargs has 33 entries; at most 32");
    }

    @Test
    void onlyAssistantsCallAndOnlyCallsNeedNoContent() {
        assertThatThrownBy(() -> message("{\"role\":\"user\",\"content\":\"x\",\"tool_calls\":"
                        + "[{\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}"))
                .hasMessage("messages[0].tool_calls is given in a message of the role 'user'; only assistants call");
        assertThatThrownBy(() -> message("{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[]}"))
                .hasMessage("messages[0].content is missing");
        assertThat(message("{\"role\":\"assistant\",\"tool_calls\":[{\"function\":{\"name\":\"f\"}}]}")
                        .conversation()
                        .messages()
                        .getFirst()
                        .content())
                .isEmpty();
    }

    @Test
    void aChoiceThatForcesACallIsNotBuilt() {
        for (String choice : List.of("\"required\"", "{\"type\":\"function\",\"function\":{\"name\":\"f\"}}")) {
            assertThatThrownBy(() -> parse("\"tools\":[{\"function\":{\"name\":\"f\"}}],\"tool_choice\":" + choice))
                    .isInstanceOfSatisfying(
                            ServingException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_PARAMETER))
                    .hasMessageContaining("in a later round");
        }
    }

    private static ChatRequest parse(String more) {
        return body("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]," + more + "}");
    }

    private static ChatRequest message(String message) {
        return body("{\"model\":\"m\",\"messages\":[" + message + "]}");
    }

    private static ChatRequest body(String text) {
        return ChatRequest.parse(text.getBytes(StandardCharsets.UTF_8));
    }
}
