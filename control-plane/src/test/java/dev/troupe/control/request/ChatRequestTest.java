package dev.troupe.control.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.control.request.ReplyOptions.Delivery;
import dev.troupe.control.request.ReplyOptions.LogprobOptions;
import dev.troupe.control.request.ReplyOptions.SamplingOptions;
import dev.troupe.control.request.ReplyOptions.StopOptions;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.Penalties;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ChatRequestTest {
    @Test
    void whatIsLeftOutHasOpenAisDefaults() {
        ChatRequest request = parse("");
        assertThat(request.model()).isEqualTo("m");
        assertThat(request.conversation().messages()).containsExactly(ChatMessage.text("user", "hi"));
        ReplyOptions options = request.options();
        assertThat(options.maxTokens()).isEmpty();
        assertThat(options.n()).isEqualTo(1);
        assertThat(options.sampling())
                .isEqualTo(new SamplingOptions(1f, 1f, 0, 0f, Penalties.none(), Map.of(), Optional.empty()));
        assertThat(options.stop()).isEqualTo(StopOptions.none());
        assertThat(options.logprobs()).isEmpty();
        assertThat(options.delivery()).isEqualTo(Delivery.WHOLE);
        assertThat(request.unknownFields()).isEmpty();
    }

    @Test
    void everyParameterIsRead() {
        ReplyOptions options = parse("""
                ,"max_completion_tokens":9,"max_tokens":9,"temperature":0.25,"top_p":0.5,"top_k":40,"seed":-3,
                 "min_p":0.125,"presence_penalty":-1.5,"frequency_penalty":0.5,"repetition_penalty":1.25,
                 "logit_bias":{"0":-100,"49151":2.5},"n":3,"best_of":3,"min_tokens":2,"ignore_eos":true,
                 "stop_token_ids":[5,0],"return_tokens_as_token_ids":true,
                 "stop":["a","b"],"logprobs":true,"top_logprobs":20,"stream":true,
                 "stream_options":{"include_usage":true},"user":"u"
                """).options();
        assertThat(options)
                .isEqualTo(new ReplyOptions(
                        Optional.of(9),
                        3,
                        new SamplingOptions(
                                0.25f,
                                0.5f,
                                40,
                                0.125f,
                                new Penalties(-1.5f, 0.5f, 1.25f),
                                Map.of(0, -100f, 49_151, 2.5f),
                                Optional.of(-3L)),
                        new StopOptions(List.of("a", "b"), List.of(5, 0), 2, true),
                        Optional.of(new LogprobOptions(20, true)),
                        Delivery.STREAM_WITH_USAGE));
    }

    @Test
    void topKMinusOneKeepsAll() {
        assertThat(parse(",\"top_k\":-1").options().sampling().topK()).isZero();
    }

    @Test
    void theSmallestNumbersStayAboveZero() {
        assertThat(parse(",\"top_p\":1e-300").options().sampling().topP()).isPositive();
    }

    @Test
    void contentMayBeAListOfTextParts() {
        String body = "{\"model\":\"m\",\"messages\":[{\"role\":\"developer\",\"content\":"
                + "[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}]}]}";
        assertThat(ChatRequest.parse(bytes(body)).conversation().messages())
                .containsExactly(new ChatMessage("system", Optional.of(List.of("a", "b")), List.of(), Map.of()));
    }

    @Test
    void unknownFieldsAreReportedAndNotRefused() {
        assertThat(parse(",\"zap\":1,\"metadata\":{}").unknownFields()).containsExactlyInAnyOrder("zap", "metadata");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"temperature\":2.1 | temperature is 2.1; allowed is 0 to 2",
                "\"temperature\":-0.1 | temperature is -0.1; allowed is 0 to 2",
                "\"top_p\":0 | top_p is 0; allowed is above 0 up to 1",
                "\"top_p\":1.01 | top_p is 1.01; allowed is above 0 up to 1",
                "\"top_k\":-2 | top_k is -2; allowed is -1 to 2147483647",
                "\"max_tokens\":0 | max_tokens is 0; allowed is 1 to 2147483647",
                "\"max_tokens\":2,\"max_completion_tokens\":3 | max_completion_tokens is 3 and max_tokens is 2; give one of them",
                "\"logprobs\":1 | logprobs is 1; true or false is expected",
                "\"top_logprobs\":3 | top_logprobs is 3; it needs logprobs to be true",
                "\"logprobs\":true,\"top_logprobs\":21 | top_logprobs is 21; allowed is 0 to 20",
                "\"seed\":1.5 | seed is 1.5; an integer of 64 bits is expected",
                "\"stop\":7 | stop is 7; a string is expected",
                "\"stop\":\"\" | stop has 0 characters; allowed is 1 to 256",
                "\"stop\":[\"a\",\"\"] | stop[1] has 0 characters; allowed is 1 to 256",
                "\"stop\":[\"a\",\"b\",\"c\",\"d\",\"e\"] | stop has 5 strings; at most 4",
                "\"stream\":\"yes\" | stream is 'yes' (a string); true or false is expected",
                "\"stream_options\":{} | stream_options is given; it needs stream to be true",
                "\"stream\":true,\"stream_options\":{\"include_usage\":1} | stream_options.include_usage is 1; true or false is expected",
                "\"user\":5 | user is 5; a string is expected",
                "\"n\":0 | n is 0; allowed is 1 to 128",
                "\"n\":100000 | n is 100000; allowed is 1 to 128",
                "\"n\":\"1\" | n is '1' (a string); an integer is expected",
                "\"n\":3,\"best_of\":2 | best_of is 2; the least is n, which is 3",
                "\"min_p\":1.5 | min_p is 1.5; allowed is 0 to 1",
                "\"presence_penalty\":2.5 | presence_penalty is 2.5; allowed is -2 to 2",
                "\"frequency_penalty\":-2.5 | frequency_penalty is -2.5; allowed is -2 to 2",
                "\"repetition_penalty\":0.009 | repetition_penalty is 0.009; allowed is 0.01 to 10",
                "\"logit_bias\":[] | logit_bias is a list; an object is expected",
                "\"logit_bias\":{\"AI\":1} | logit_bias has the key 'AI'; token ids are expected",
                "\"logit_bias\":{\"01\":1} | logit_bias has the key '01'; token ids are expected",
                "\"logit_bias\":{\"5\":101} | logit_bias.5 is 101; allowed is -100 to 100",
                "\"logit_bias\":{\"5\":\"x\"} | logit_bias.5 is 'x' (a string); a number is expected",
                "\"stop_token_ids\":[-1] | stop_token_ids[0] is -1; allowed is 0 to 2147483647",
                "\"stop_token_ids\":[4e18] | stop_token_ids[0] is 4.0E18; allowed is 0 to 2147483647",
                "\"stop_token_ids\":7 | stop_token_ids is 7; a list is expected",
                "\"min_tokens\":-1 | min_tokens is -1; allowed is 0 to 2147483647",
                "\"ignore_eos\":1 | ignore_eos is 1; true or false is expected",
                "\"return_tokens_as_token_ids\":1 | return_tokens_as_token_ids is 1; true or false is expected"
            })
    void aBadValueIsNamedWithItsLimit(String field, String message) {
        assertThatThrownBy(() -> parse("," + field))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | model is missing",
                "{\"model\":\"\"} | model is empty",
                "{\"model\":\"m\"} | messages is missing",
                "{\"model\":\"m\",\"messages\":{}} | messages is an object; a list is expected",
                "{\"model\":\"m\",\"messages\":[]} | messages is empty; at least one message is needed",
                "{\"model\":\"m\",\"messages\":[1]} | messages[0] is 1; an object is expected",
                "{\"model\":\"m\",\"messages\":[{}]} | messages[0].role is missing",
                "{\"model\":\"m\",\"messages\":[{\"role\":\"god\",\"content\":\"x\"}]} | messages[0].role is 'god'; allowed are system, developer, user, assistant, tool",
                "{\"model\":\"m\",\"messages\":[{\"role\":\"user\"}]} | messages[0].content is missing",
                "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":1}]} | messages[0].content is neither a string nor a list of text parts",
                "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\"}]}]} | messages[0].content[0].text is missing"
            })
    void badMessagesAreNamedByTheirPlace(String body, String message) {
        assertThatThrownBy(() -> ChatRequest.parse(bytes(body))).hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"tools\":[],\"tool_choice\":\"none\",\"response_format\":{\"type\":\"text\"}",
                "\"store\":false,\"priority\":0",
                "\"n\":null,\"logit_bias\":null,\"stop_token_ids\":null,\"tools\":null,\"response_format\":null,\"adapter_id\":null"
            })
    void neutralValuesOfWhatIsNotBuiltPass(String fields) {
        assertThat(parse("," + fields).unknownFields()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"best_of\":3",
                "\"tool_choice\":\"required\"",
                "\"tool_choice\":{}",
                "\"functions\":[1]",
                "\"response_format\":{\"type\":\"json_object\"}",
                "\"response_format\":\"text\"",
                "\"store\":true",
                "\"priority\":1",
                "\"keep_alive\":\"5m\"",
                "\"resume\":\"any\"",
                "\"adapter_id\":\"x\""
            })
    void whatIsNotBuiltIsRefusedAndNamed(String field) {
        String name = field.substring(1, field.indexOf('"', 1));
        assertThatThrownBy(() -> parse("," + field))
                .isInstanceOfSatisfying(ServingException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_PARAMETER);
                    assertThat(e.param()).contains(name);
                })
                .hasMessageContaining("not built yet");
        assertThatThrownBy(() -> parse(",\"tool_choice\":\"required\""))
                .hasMessageContaining("calls are parsed out of a reply in a later round");
    }

    @Test
    void tooManyEntriesAreRefusedWithTheLimit() {
        String biases =
                IntStream.range(0, 1025).mapToObj(id -> "\"" + id + "\":1").collect(Collectors.joining(","));
        assertThatThrownBy(() -> parse(",\"logit_bias\":{" + biases + "}"))
                .hasMessage("logit_bias has 1025 entries; at most 1024");
        String ids = IntStream.range(0, 129).mapToObj(String::valueOf).collect(Collectors.joining(","));
        assertThatThrownBy(() -> parse(",\"stop_token_ids\":[" + ids + "]"))
                .hasMessage("stop_token_ids has 129 ids; at most 128");
    }

    @Test
    void partsAndCallsThatAreNotBuiltAreRefused() {
        assertThatThrownBy(() -> messages("{\"role\":\"user\",\"content\":[{\"type\":\"image_url\"}]}"))
                .hasMessage("messages[0].content[0].type is 'image_url'; only parts of type 'text' are built");
        assertThatThrownBy(() -> messages("{\"role\":\"assistant\",\"content\":\"x\",\"function_call\":{}}"))
                .hasMessage("messages[0].function_call is given; use tool_calls instead");
    }

    private static ChatRequest messages(String message) {
        return ChatRequest.parse(bytes("{\"model\":\"m\",\"messages\":[" + message + "]}"));
    }

    private static ChatRequest parse(String more) {
        return ChatRequest.parse(
                bytes("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]" + more + "}"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
