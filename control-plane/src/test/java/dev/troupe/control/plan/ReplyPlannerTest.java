package dev.troupe.control.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.fake.FakeModels;
import dev.troupe.control.fake.LetterTokenizer;
import dev.troupe.control.limits.Limits;
import dev.troupe.control.request.ChatRequest;
import dev.troupe.control.request.CompletionRequest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.CacheDomain;
import dev.troupe.protocol.generate.ChoiceSeed;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.Penalties;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.ServingTarget;
import dev.troupe.protocol.generate.StopTokens;
import dev.troupe.store.text.TextModel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReplyPlannerTest {
    private static final long DRAWN = 99;
    private static final CacheDomain DOMAIN = new CacheDomain("ab".repeat(32));

    private final ServedModel model = FakeModels.model("m", List.of(), 'a');
    private final ReplyPlanner planner = planner(Limits.defaults());

    @Test
    void aChatIsRenderedAndEndsAtTheModelsOwnTokens() {
        GenerationRequest request = chat("").choices().getFirst();
        assertThat(request.id()).isEqualTo("id-1");
        assertThat(request.target()).isEqualTo(new ServingTarget(FakeModels.digest('a'), "portable-1"));
        assertThat(request.promptTokens()).hasSize(8).last().isEqualTo(LetterTokenizer.END);
        assertThat(request.stopTokens().ids()).containsExactly(LetterTokenizer.END);
        assertThat(request.scoring()).isEqualTo(Scoring.none());
    }

    @Test
    void aSpecialTokenThatAUserTypedIsText() {
        String body = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"<|end|>\"}]}";
        List<Integer> tokens = planner.chat(model, ChatRequest.parse(bytes(body)))
                .choices()
                .getFirst()
                .promptTokens();
        assertThat(tokens).filteredOn(id -> id == LetterTokenizer.END).hasSize(1);
    }

    @Test
    void withoutASeedTheDrawnOneIsTakenAndKept() {
        ReplyPlan plan = chat("");
        assertThat(plan.seed()).isEqualTo(DRAWN);
        assertThat(plan.choices().getFirst().sampling()).isEqualTo(SamplingParams.drawn(1f, 0, 1f, DRAWN));
        assertThat(chat(",\"seed\":5").seed()).isEqualTo(5);
    }

    @Test
    void aChatMayFillTheContextUpToTheConfiguredDefault() {
        assertThat(chat("").choices().getFirst().maxTokens()).isEqualTo(FakeModels.CONTEXT - 8);
        Limits small = new Limits(1 << 20, 1 << 20, 64, 256, 100);
        ReplyPlan plan = planner(small).chat(model, chatRequest(""));
        assertThat(plan.choices().getFirst().maxTokens()).isEqualTo(100);
    }

    @Test
    void aCompletionIsSixteenTokensUnlessAsked() {
        assertThat(completion("\"prompt\":\"abc\"").choices().getFirst().maxTokens())
                .isEqualTo(16);
        assertThat(completion("\"prompt\":\"abc\",\"max_tokens\":509")
                        .choices()
                        .getFirst()
                        .maxTokens())
                .isEqualTo(509);
    }

    @Test
    void everyPromptIsAChoice() {
        ReplyPlan plan = completion("\"prompt\":[\"a\",\"bc\"],\"logprobs\":2,\"echo\":true");
        assertThat(plan.choices())
                .extracting(GenerationRequest::promptTokens)
                .containsExactly(List.of((int) 'a'), List.of((int) 'b', (int) 'c'));
        assertThat(plan.choices()).extracting(GenerationRequest::scoring).containsOnly(new Scoring(2, true));
        assertThat(plan.promptTokens()).isEqualTo(3);
    }

    @Test
    void withoutEchoThePromptIsNotScored() {
        assertThat(completion("\"prompt\":\"a\",\"logprobs\":2")
                        .choices()
                        .getFirst()
                        .scoring())
                .isEqualTo(new Scoring(2, false));
    }

    @Test
    void whatDoesNotFitIsToldTheNumbers() {
        assertTooLong(
                "\"prompt\":\"" + "x".repeat(500) + "\",\"max_tokens\":13",
                "prompt has 500 tokens and max_tokens is 13; the model's context is 512 tokens");
        assertTooLong(
                "\"prompt\":[\"a\",\"" + "x".repeat(512) + "\"]",
                "prompt[1] has 512 tokens and leaves no room for a reply; the model's context is 512 tokens");
        assertTooLong(
                "\"prompt\":\"a\",\"max_tokens\":2147483647",
                "prompt has 1 tokens and max_tokens is 2147483647; the model's context is 512 tokens");
    }

    @Test
    void aHopelesslyLongTextIsRefusedUncounted() {
        assertTooLong(
                "\"prompt\":\"" + "x".repeat(300_000) + "\"",
                "prompt has 300000 characters, which are at least 42858 tokens; the model's context is 512 tokens");
        assertTooLong(
                "\"prompt\":\"" + "x".repeat(200_000) + "\"",
                "prompt has 200000 tokens and leaves no room for a reply; the model's context is 512 tokens");
    }

    @Test
    void aPromptOfTheWholeContextCanBeScored() {
        ReplyPlan plan = completion("\"prompt\":\"" + "x".repeat(512) + "\",\"max_tokens\":0,\"echo\":true");
        assertThat(plan.choices().getFirst().maxTokens()).isZero();
    }

    @Test
    void thePromptLimitHoldsBesideTheContext() {
        Limits small = new Limits(1 << 20, 10, 2, 256, 100);
        ReplyPlanner strict = planner(small);
        assertThatThrownBy(() -> strict.completion(model, request("\"prompt\":\"" + "x".repeat(11) + "\"")))
                .hasMessage("prompt has 11 tokens; the limit here is 10");
        assertThatThrownBy(() -> strict.completion(model, request("\"prompt\":\"" + "x".repeat(513) + "\"")))
                .hasMessageContaining("the model's context is 512 tokens");
        assertThatThrownBy(() -> strict.completion(model, request("\"prompt\":[\"a\",\"b\",\"c\"]")))
                .hasMessage("prompt has 3 prompts; at most 2");
    }

    @Test
    void anEmptyPromptIsRefused() {
        assertThatThrownBy(() -> completion("\"prompt\":\"\""))
                .hasMessage("prompt has no tokens; at least one is needed");
        assertThatThrownBy(() -> completion("\"prompt\":[\"a\",\"\"]"))
                .hasMessage("prompt[1] has no tokens; at least one is needed");
    }

    @Test
    void promptsWithoutTokensAreRefusedByTheirPlace() {
        assertThatThrownBy(() -> completion("\"prompt\":\"\""))
                .hasMessage("prompt has no tokens; at least one is needed");
        assertThatThrownBy(() -> completion("\"prompt\":[\"\"]"))
                .hasMessage("prompt has no tokens; at least one is needed");
        assertThatThrownBy(() -> completion("\"prompt\":[\"a\",\"\"]"))
                .hasMessage("prompt[1] has no tokens; at least one is needed");
        assertThatThrownBy(() -> completion("\"prompt\":[[]]"))
                .hasMessage("prompt has no tokens; at least one is needed");
    }

    @Test
    void idsOutsideTheVocabularyAreRefused() {
        assertThatThrownBy(() -> completion("\"prompt\":[[0],[1,257]]"))
                .hasMessage("prompt[1][1] is 257; the model's token ids are 0 to 256");
    }

    @Test
    void aModelWithoutATemplateCannotChat() {
        TextModel text = new TextModel(model.text().tokenizer(), Optional.empty(), "", "");
        ServedModel plain =
                new ServedModel("m", List.of(), "system", model.digest(), model.spec(), text, model.created());
        assertThatThrownBy(() -> planner.chat(plain, chatRequest("")))
                .hasMessage("the model 'm' has no chat template; use /v1/completions");
    }

    @Test
    void choicesOfAPromptAreNeighboursAndDifferInTheirSeedOnly() {
        ReplyPlan plan = completion("\"prompt\":[\"a\",\"bc\"],\"n\":3,\"seed\":5");
        assertThat(plan.choices())
                .extracting(choice -> choice.promptTokens().size())
                .containsExactly(1, 1, 1, 2, 2, 2);
        assertThat(plan.choices())
                .extracting(choice -> choice.sampling().seed())
                .containsExactly(
                        5L, ChoiceSeed.of(5, 1), ChoiceSeed.of(5, 2), 5L, ChoiceSeed.of(5, 1), ChoiceSeed.of(5, 2));
        assertThat(plan.promptTokens()).isEqualTo(3);
        assertThat(plan.choices().getFirst())
                .isEqualTo(completion("\"prompt\":\"a\",\"seed\":5").choices().getFirst());
    }

    @Test
    void everySamplingParameterReachesTheNode() {
        GenerationRequest request = completion("\"prompt\":\"a\",\"temperature\":0.5,\"top_p\":0.25,\"top_k\":7,"
                        + "\"min_p\":0.125,\"presence_penalty\":-2,\"frequency_penalty\":2,\"repetition_penalty\":1.5,"
                        + "\"logit_bias\":{\"256\":-100,\"0\":1.5},\"seed\":9")
                .choices()
                .getFirst();
        assertThat(request.sampling())
                .isEqualTo(new SamplingParams(
                        0.5f, 7, 0.25f, 0.125f, 9, new Penalties(-2f, 2f, 1.5f), Map.of(256, -100f, 0, 1.5f)));
        assertThat(request.cacheDomain()).contains(DOMAIN);
    }

    @Test
    void theClientsStopTokensJoinTheModelsUnlessThoseAreIgnored() {
        assertThat(stopTokens("\"stop_token_ids\":[7,256,7],\"min_tokens\":3"))
                .isEqualTo(new StopTokens(List.of(7, LetterTokenizer.END), 3));
        assertThat(stopTokens("\"stop_token_ids\":[7],\"ignore_eos\":true")).isEqualTo(new StopTokens(List.of(7), 0));
    }

    @Test
    void idsThatTheModelHasNotAreRefused() {
        assertThatThrownBy(() -> completion("\"prompt\":\"a\",\"stop_token_ids\":[0,257]"))
                .hasMessage("stop_token_ids[1] is 257; the model's token ids are 0 to 256");
        assertThatThrownBy(() -> completion("\"prompt\":\"a\",\"logit_bias\":{\"999\":1,\"257\":1}"))
                .hasMessage("logit_bias has the id 257; the model's token ids are 0 to 256");
    }

    @Test
    void moreTokensThanAreGeneratedCannotBeDemanded() {
        assertThatThrownBy(() -> completion("\"prompt\":\"a\",\"min_tokens\":17"))
                .hasMessage("min_tokens is 17; at most 16 tokens are generated");
    }

    private StopTokens stopTokens(String fields) {
        return completion("\"prompt\":\"a\"," + fields).choices().getFirst().stopTokens();
    }

    private static ReplyPlanner planner(Limits limits) {
        return new ReplyPlanner(limits, "id-1", "portable-1", DOMAIN, DRAWN);
    }

    private void assertTooLong(String fields, String message) {
        assertThatThrownBy(() -> completion(fields))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONTEXT_LENGTH_EXCEEDED))
                .hasMessage(message);
    }

    private ReplyPlan chat(String more) {
        return planner.chat(model, chatRequest(more));
    }

    private static ChatRequest chatRequest(String more) {
        return ChatRequest.parse(
                bytes("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]" + more + "}"));
    }

    private ReplyPlan completion(String fields) {
        return planner.completion(model, request(fields));
    }

    private static CompletionRequest request(String fields) {
        return CompletionRequest.parse(bytes("{\"model\":\"m\"," + fields + "}"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
