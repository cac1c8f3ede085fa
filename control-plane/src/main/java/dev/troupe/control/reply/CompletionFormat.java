package dev.troupe.control.reply;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.troupe.control.reply.ReplyEffect.ChoiceEnd;
import dev.troupe.control.reply.ReplyEffect.Content;
import dev.troupe.protocol.generate.FinishReason;
import java.io.IOException;
import java.util.List;

/// `/v1/completions`.
record CompletionFormat(LogprobsJson logprobs) implements ReplyFormat {
    @Override
    public String chunkObject() {
        return "text_completion";
    }

    @Override
    public String wholeObject() {
        return "text_completion";
    }

    @Override
    public boolean opens() {
        return false;
    }

    @Override
    public void opening(JsonGenerator out) throws IOException {
        throw new IllegalStateException("choices of completions have no opening part");
    }

    @Override
    public void content(JsonGenerator out, Content content) throws IOException {
        out.writeStringField("text", content.text());
        logprobs.completion(out, content.tokens());
        out.writeNullField("finish_reason");
    }

    @Override
    public void end(JsonGenerator out, ChoiceEnd end) throws IOException {
        out.writeStringField("text", "");
        out.writeNullField("logprobs");
        out.writeStringField("finish_reason", ReplyFormat.name(end.reason()));
    }

    @Override
    public void whole(JsonGenerator out, String text, List<ReplyToken> tokens, FinishReason reason) throws IOException {
        out.writeStringField("text", text);
        logprobs.completion(out, tokens);
        out.writeStringField("finish_reason", ReplyFormat.name(reason));
    }
}
