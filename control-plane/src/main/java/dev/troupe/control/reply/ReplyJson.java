package dev.troupe.control.reply;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.troupe.control.json.JsonOut;
import dev.troupe.control.reply.ReplyEffect.ChoiceEnd;
import dev.troupe.control.reply.ReplyEffect.Content;
import dev.troupe.control.reply.ReplyOutcome.Finished;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// The JSON objects that make up a reply of either endpoint. Immutable.
public final class ReplyJson {
    private final ReplyHead head;
    private final ReplyFormat format;

    /// What every part of a stream begins and ends with, around its one choice.
    private final byte[] chunkStart;

    private final byte[] chunkEnd;

    /// @param usageInStream whether parts of a stream have the field `usage`, `null` but in the last
    public ReplyJson(ReplyHead head, ReplyFormat format, boolean usageInStream) {
        this.head = head;
        this.format = format;
        byte[] withoutChoice = JsonOut.object(out -> {
            header(out, format.chunkObject());
            out.writeArrayFieldStart("choices");
            out.writeEndArray();
        });
        this.chunkStart = Arrays.copyOf(withoutChoice, withoutChoice.length - "]}".length());
        this.chunkEnd = (usageInStream ? "],\"usage\":null}" : "]}").getBytes(StandardCharsets.US_ASCII);
    }

    public ReplyFormat format() {
        return format;
    }

    /// First part of a choice of a stream.
    public byte[] opening(int choice) {
        return chunk(choice, format::opening);
    }

    public byte[] content(Content content) {
        return chunk(content.choice(), out -> format.content(out, content));
    }

    public byte[] choiceEnd(ChoiceEnd end) {
        return chunk(end.choice(), out -> format.end(out, end));
    }

    /// Last part of a stream that asked for it; its `choices` are empty.
    public byte[] usage(Finished finished) {
        return JsonOut.object(out -> {
            header(out, format.chunkObject());
            out.writeArrayFieldStart("choices");
            out.writeEndArray();
            usage(out, finished);
        });
    }

    /// @param choices in the order of their index
    byte[] whole(List<WholeChoice> choices, Finished finished) {
        return JsonOut.object(out -> {
            header(out, format.wholeObject());
            out.writeArrayFieldStart("choices");
            for (int index = 0; index < choices.size(); index++) {
                WholeChoice choice = choices.get(index);
                out.writeStartObject();
                out.writeNumberField("index", index);
                format.whole(out, choice.text(), choice.tokens(), choice.reason());
                out.writeEndObject();
            }
            out.writeEndArray();
            usage(out, finished);
        });
    }

    private byte[] chunk(int choice, JsonOut.Writer fields) {
        return JsonOut.objectWithin(
                chunkStart,
                out -> {
                    out.writeNumberField("index", choice);
                    fields.write(out);
                },
                chunkEnd);
    }

    private void header(JsonGenerator out, String object) throws IOException {
        out.writeStringField("id", head.id());
        out.writeStringField("object", object);
        out.writeNumberField("created", head.created().getEpochSecond());
        out.writeStringField("model", head.model());
        out.writeStringField("system_fingerprint", head.systemFingerprint());
    }

    private static void usage(JsonGenerator out, Finished finished) throws IOException {
        out.writeObjectFieldStart("usage");
        out.writeNumberField("prompt_tokens", finished.promptTokens());
        out.writeNumberField("completion_tokens", finished.completionTokens());
        out.writeNumberField("total_tokens", finished.totalTokens());
        out.writeObjectFieldStart("prompt_tokens_details");
        out.writeNumberField("cached_tokens", finished.cachedTokens());
        out.writeEndObject();
        out.writeEndObject();
    }
}
