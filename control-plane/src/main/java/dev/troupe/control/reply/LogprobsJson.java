package dev.troupe.control.reply;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.troupe.control.plan.ReplyPlan;
import dev.troupe.control.request.ReplyOptions.LogprobOptions;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.TokenScore.Alternative;
import dev.troupe.store.text.Tokenizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The `logprobs` of both endpoints; `null` when the request did not ask.
final class LogprobsJson {
    private final Tokenizer tokenizer;
    private final Optional<LogprobOptions> asked;

    LogprobsJson(ReplyPlan plan) {
        this.tokenizer = plan.model().text().tokenizer();
        this.asked = plan.logprobs();
    }

    /// `{"content":[{token, logprob, bytes, top_logprobs}]}`
    void chat(JsonGenerator out, List<ReplyToken> tokens) throws IOException {
        if (asked.isEmpty()) {
            out.writeNullField("logprobs");
            return;
        }
        out.writeObjectFieldStart("logprobs");
        out.writeArrayFieldStart("content");
        for (ReplyToken token : tokens) {
            TokenScore score = token.score().orElseThrow();
            out.writeStartObject();
            entry(out, score.id(), score.logprob());
            out.writeArrayFieldStart("top_logprobs");
            for (Alternative alternative : score.top()) {
                out.writeStartObject();
                entry(out, alternative.id(), alternative.logprob());
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private void entry(JsonGenerator out, int id, float logprob) throws IOException {
        out.writeStringField("token", shown(id));
        out.writeFieldName("logprob");
        number(out, logprob);
        out.writeArrayFieldStart("bytes");
        for (byte b : bytes(id)) {
            out.writeNumber(b & 0xff);
        }
        out.writeEndArray();
    }

    /// `{"tokens", "token_logprobs", "top_logprobs", "text_offset"}`, lists of equal length.
    void completion(JsonGenerator out, List<ReplyToken> tokens) throws IOException {
        if (asked.isEmpty()) {
            out.writeNullField("logprobs");
            return;
        }
        out.writeObjectFieldStart("logprobs");
        out.writeArrayFieldStart("tokens");
        for (ReplyToken token : tokens) {
            out.writeString(shown(token.id()));
        }
        out.writeEndArray();
        out.writeArrayFieldStart("token_logprobs");
        for (ReplyToken token : tokens) {
            tokenLogprob(out, token.score());
        }
        out.writeEndArray();
        topLogprobs(out, tokens);
        out.writeArrayFieldStart("text_offset");
        for (ReplyToken token : tokens) {
            out.writeNumber(token.codePointOffset());
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void tokenLogprob(JsonGenerator out, Optional<TokenScore> score) throws IOException {
        if (score.isPresent()) {
            number(out, score.get().logprob());
        } else {
            out.writeNull();
        }
    }

    private void topLogprobs(JsonGenerator out, List<ReplyToken> tokens) throws IOException {
        out.writeArrayFieldStart("top_logprobs");
        for (ReplyToken token : tokens) {
            if (token.score().isEmpty()) {
                out.writeNull();
                continue;
            }
            out.writeStartObject();
            for (Map.Entry<String, Float> entry : top(token.score().get()).entrySet()) {
                out.writeFieldName(entry.getKey());
                number(out, entry.getValue());
            }
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    /// Two tokens may read the same; the better one stays.
    private Map<String, Float> top(TokenScore score) {
        Map<String, Float> byText = new LinkedHashMap<>();
        score.top().forEach(alternative -> byText.putIfAbsent(shown(alternative.id()), alternative.logprob()));
        return byText;
    }

    /// JSON knows no infinity; a probability of 0 is written as the least finite float.
    private static void number(JsonGenerator out, float logprob) throws IOException {
        out.writeNumber(logprob == Float.NEGATIVE_INFINITY ? -Float.MAX_VALUE : logprob);
    }

    private String shown(int id) {
        if (asked.orElseThrow().tokensAsIds()) {
            return "token_id:" + id;
        }
        return tokenizer.isSpecial(id) ? tokenizer.piece(id) : new String(bytes(id), StandardCharsets.UTF_8);
    }

    private byte[] bytes(int id) {
        return tokenizer.isSpecial(id) ? tokenizer.piece(id).getBytes(StandardCharsets.UTF_8) : tokenizer.bytes(id);
    }
}
