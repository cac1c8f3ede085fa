package dev.troupe.control.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.control.request.ReplyOptions.LogprobOptions;
import dev.troupe.control.request.TextRequests.Tokenize;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CompletionRequestTest {
    @Test
    void aPromptMayBeAnyOfFourThings() {
        assertThat(prompts("\"a\"")).containsExactly(new Prompt.Text("a"));
        assertThat(prompts("[\"a\",\"b\"]")).containsExactly(new Prompt.Text("a"), new Prompt.Text("b"));
        assertThat(prompts("[1,2]")).containsExactly(new Prompt.Tokens(List.of(1, 2)));
        assertThat(prompts("[[1],[2,3]]"))
                .containsExactly(new Prompt.Tokens(List.of(1)), new Prompt.Tokens(List.of(2, 3)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "null | prompt is missing",
                "{} | prompt is neither a string nor a list",
                "[] | prompt is empty; at least one prompt is needed",
                "[1,\"a\"] | prompt[1] is 'a' (a string); an integer is expected",
                "[\"a\",1] | prompt[1] is 1; a string is expected",
                "[[1],[-1]] | prompt[1][0] is -1; allowed is 0 to 2147483647",
                "[{}] | prompt[0] is an object; a string is expected",
                "\"\\ud800\" | prompt holds half of a surrogate pair at character 0; a whole one is expected"
            })
    void anythingElseIsNamedByItsPlace(String prompt, String message) {
        assertThatThrownBy(() -> prompts(prompt)).hasMessage(message);
    }

    @Test
    void noTokensCanBeAskedForOnlyWithEcho() {
        assertThat(parse("\"prompt\":\"a\",\"max_tokens\":0,\"echo\":true,\"logprobs\":5")
                        .options()
                        .maxTokens())
                .contains(0);
        assertThatThrownBy(() -> parse("\"prompt\":\"a\",\"max_tokens\":0"))
                .hasMessage("max_tokens is 0; the least is 1, or 0 when echo is true");
    }

    @Test
    void logprobsAreANumberHere() {
        assertThat(parse("\"prompt\":\"a\",\"logprobs\":0").options().logprobs())
                .contains(new LogprobOptions(0, false));
        assertThatThrownBy(() -> parse("\"prompt\":\"a\",\"logprobs\":6"))
                .hasMessage("logprobs is 6; allowed is 0 to 5");
        assertThatThrownBy(() -> parse("\"prompt\":\"a\",\"logprobs\":true"))
                .hasMessage("logprobs is true; an integer is expected");
    }

    @Test
    void aSuffixIsNotBuilt() {
        assertThatThrownBy(() -> parse("\"prompt\":\"a\",\"suffix\":\"z\"")).hasMessageContaining("not built yet");
    }

    @Test
    void tokenizeTakesAPromptOrMessages() {
        assertThat(TextRequests.tokenize(bytes("{\"model\":\"m\",\"prompt\":\"a\"}")))
                .isInstanceOf(Tokenize.OfPrompt.class);
        assertThat(TextRequests.tokenize(
                        bytes("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}")))
                .isInstanceOf(Tokenize.OfMessages.class);
        assertThatThrownBy(() -> TextRequests.tokenize(bytes("{\"model\":\"m\"}")))
                .hasMessage("prompt is missing");
        assertThatThrownBy(() -> TextRequests.tokenize(bytes("{\"model\":\"m\",\"prompt\":\"a\",\"messages\":[]}")))
                .hasMessage("messages is given beside prompt; give one of them");
    }

    @Test
    void detokenizeTakesIds() {
        assertThat(TextRequests.detokenize(bytes("{\"model\":\"m\",\"tokens\":[1,2]}"))
                        .tokens())
                .containsExactly(1, 2);
        assertThatThrownBy(() -> TextRequests.detokenize(bytes("{\"model\":\"m\",\"tokens\":1}")))
                .hasMessage("tokens is not a list");
    }

    private static List<Prompt> prompts(String prompt) {
        return parse("\"prompt\":" + prompt).prompts();
    }

    private static CompletionRequest parse(String fields) {
        return CompletionRequest.parse(bytes("{\"model\":\"m\"," + fields + "}"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
