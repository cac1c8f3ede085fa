package dev.troupe.control.reply;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.troupe.control.reply.ReplyEffect.ChoiceEnd;
import dev.troupe.control.reply.ReplyEffect.Content;
import dev.troupe.protocol.generate.FinishReason;
import java.io.IOException;
import java.util.List;

/// `/v1/chat/completions`.
record ChatFormat(LogprobsJson logprobs) implements ReplyFormat {
    @Override
    public String chunkObject() {
        return "chat.completion.chunk";
    }

    @Override
    public String wholeObject() {
        return "chat.completion";
    }

    @Override
    public boolean opens() {
        return true;
    }

    @Override
    public void opening(JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("delta");
        out.writeStringField("role", "assistant");
        out.writeStringField("content", "");
        out.writeEndObject();
        out.writeNullField("logprobs");
        out.writeNullField("finish_reason");
    }

    @Override
    public void content(JsonGenerator out, Content content) throws IOException {
        out.writeObjectFieldStart("delta");
        out.writeStringField("content", content.text());
        out.writeEndObject();
        logprobs.chat(out, content.tokens());
        out.writeNullField("finish_reason");
    }

    @Override
    public void end(JsonGenerator out, ChoiceEnd end) throws IOException {
        out.writeObjectFieldStart("delta");
        out.writeEndObject();
        out.writeNullField("logprobs");
        out.writeStringField("finish_reason", ReplyFormat.name(end.reason()));
    }

    @Override
    public void whole(JsonGenerator out, String text, List<ReplyToken> tokens, FinishReason reason) throws IOException {
        out.writeObjectFieldStart("message");
        out.writeStringField("role", "assistant");
        out.writeStringField("content", text);
        out.writeEndObject();
        logprobs.chat(out, tokens);
        out.writeStringField("finish_reason", ReplyFormat.name(reason));
    }
}
