package dev.troupe.control.reply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.fake.Plans;
import dev.troupe.control.plan.ReplyPlan;
import dev.troupe.control.reply.ReplyEffect.ChoiceEnd;
import dev.troupe.control.reply.ReplyEffect.Content;
import dev.troupe.control.reply.ReplyOutcome.Finished;
import dev.troupe.control.request.ReplyOptions.LogprobOptions;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.TokenScore.Alternative;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReplyJsonTest {
    private static final ReplyHead HEAD = new ReplyHead("id-1", Instant.ofEpochSecond(5), "m:1", "portable-1-abc");
    private static final String CHUNK =
            "{\"id\":\"id-1\",\"object\":\"chat.completion.chunk\",\"created\":5,\"model\":\"m:1\","
                    + "\"system_fingerprint\":\"portable-1-abc\",\"choices\":";

    private final ReplyPlan scored = Plans.of(List.of(), Optional.of(2), true, "a");

    @Test
    void aChatChunkHoldsItsLogprobs() {
        ReplyJson json = new ReplyJson(HEAD, ReplyFormat.chat(scored), false);
        ReplyToken token = new ReplyToken(
                0xc3,
                0,
                0,
                Optional.of(
                        new TokenScore(0xc3, -0.25f, List.of(new Alternative('x', -0.5f), new Alternative(256, -2f)))));
        assertThat(Plans.text(json.content(new Content(0, 1, "é", List.of(token)))))
                .isEqualTo(CHUNK + "[{\"index\":0,\"delta\":{\"content\":\"é\"},\"logprobs\":{\"content\":["
                        + "{\"token\":\"\ufffd\",\"logprob\":-0.25,\"bytes\":[195],\"top_logprobs\":["
                        + "{\"token\":\"x\",\"logprob\":-0.5,\"bytes\":[120]},"
                        + "{\"token\":\"<|end|>\",\"logprob\":-2.0,\"bytes\":[60,124,101,110,100,124,62]}]}]},"
                        + "\"finish_reason\":null}]}");
    }

    @Test
    void aWholeChatHoldsEverything() {
        WholeReply whole = new WholeReply(new ReplyJson(HEAD, ReplyFormat.chat(Plans.plain("p")), false), 1);
        whole.add(new Content(0, 1, "a", List.of()));
        whole.add(new Content(0, 2, "\"b", List.of()));
        whole.end(new ChoiceEnd(0, FinishReason.STOP));
        assertThat(Plans.text(whole.body(new Finished(3, 0, 2))))
                .isEqualTo("{\"id\":\"id-1\",\"object\":\"chat.completion\",\"created\":5,\"model\":\"m:1\","
                        + "\"system_fingerprint\":\"portable-1-abc\",\"choices\":[{\"index\":0,\"message\":{"
                        + "\"role\":\"assistant\",\"content\":\"a\\\"b\"},\"logprobs\":null,\"finish_reason\":\"stop\"}],"
                        + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2,\"total_tokens\":5,"
                        + "\"prompt_tokens_details\":{\"cached_tokens\":0}}}");
    }

    @Test
    void aWholeCompletionListsItsTokensSideBySide() {
        WholeReply whole = new WholeReply(new ReplyJson(HEAD, ReplyFormat.completion(scored), false), 1);
        TokenScore score = new TokenScore(
                'b',
                -1.5f,
                List.of(new Alternative('b', -1.5f), new Alternative(0xff, -2f), new Alternative(0xfe, -3f)));
        whole.add(new Content(0, 0, "a", List.of(new ReplyToken('a', 0, 0, Optional.empty()))));
        whole.add(new Content(0, 1, "b", List.of(new ReplyToken('b', 1, 1, Optional.of(score)))));
        whole.end(new ChoiceEnd(0, FinishReason.LENGTH));
        assertThat(Plans.text(whole.body(new Finished(1, 0, 1))))
                .contains("\"choices\":[{\"index\":0,\"text\":\"ab\",\"logprobs\":{\"tokens\":[\"a\",\"b\"],"
                        + "\"token_logprobs\":[null,-1.5],\"top_logprobs\":[null,{\"b\":-1.5,\"\ufffd\":-2.0}],"
                        + "\"text_offset\":[0,1]},\"finish_reason\":\"length\"}]");
    }

    @Test
    void tokensMayBeWrittenAsIds() {
        ReplyPlan asIds = new ReplyPlan(
                Plans.MODEL, scored.choices(), 1, List.of(), Optional.of(new LogprobOptions(1, true)), false, 7);
        ReplyToken token =
                new ReplyToken(0xff, 0, 0, Optional.of(new TokenScore(0xff, -1f, List.of(new Alternative(0xfe, -2f)))));
        Content content = new Content(0, 1, "a", List.of(token));
        assertThat(Plans.text(new ReplyJson(HEAD, ReplyFormat.completion(asIds), false).content(content)))
                .contains("\"tokens\":[\"token_id:255\"],\"token_logprobs\":[-1.0],"
                        + "\"top_logprobs\":[{\"token_id:254\":-2.0}]");
        assertThat(Plans.text(new ReplyJson(HEAD, ReplyFormat.chat(asIds), false).content(content)))
                .contains("{\"token\":\"token_id:255\",\"logprob\":-1.0,\"bytes\":[255],\"top_logprobs\":["
                        + "{\"token\":\"token_id:254\",\"logprob\":-2.0,\"bytes\":[254]}]}");
    }

    @Test
    void aProbabilityOfZeroIsAFiniteNumber() {
        ReplyJson json = new ReplyJson(HEAD, ReplyFormat.completion(scored), false);
        ReplyToken token =
                new ReplyToken('a', 0, 0, Optional.of(new TokenScore('a', Float.NEGATIVE_INFINITY, List.of())));
        assertThat(Plans.text(json.content(new Content(0, 1, "a", List.of(token)))))
                .contains("\"token_logprobs\":[-3.4028235E38]");
    }

    @Test
    void theUsagePartHasNoChoices() {
        ReplyJson json = new ReplyJson(HEAD, ReplyFormat.chat(scored), true);
        assertThat(Plans.text(json.usage(new Finished(9, 7, 2))))
                .isEqualTo(CHUNK + "[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2,\"total_tokens\":11,"
                        + "\"prompt_tokens_details\":{\"cached_tokens\":7}}}");
        assertThat(Plans.text(json.choiceEnd(new ChoiceEnd(0, FinishReason.LENGTH))))
                .endsWith("\"finish_reason\":\"length\"}],\"usage\":null}");
    }
}
