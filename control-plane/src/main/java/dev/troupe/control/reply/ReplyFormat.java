package dev.troupe.control.reply;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.troupe.control.plan.ReplyPlan;
import dev.troupe.control.reply.ReplyEffect.ChoiceEnd;
import dev.troupe.control.reply.ReplyEffect.Content;
import dev.troupe.protocol.generate.FinishReason;
import java.io.IOException;
import java.util.List;

/// The JSON of one endpoint. Methods write the fields of one element of `choices`.
public sealed interface ReplyFormat permits ChatFormat, CompletionFormat {
    /// @param plan says whether log-probabilities are wanted
    static ReplyFormat chat(ReplyPlan plan) {
        return new ChatFormat(new LogprobsJson(plan));
    }

    static ReplyFormat completion(ReplyPlan plan) {
        return new CompletionFormat(new LogprobsJson(plan));
    }

    /// Value of `object` in parts of a stream.
    String chunkObject();

    /// Value of `object` in a whole reply.
    String wholeObject();

    /// Whether a choice of a stream is opened by a part that holds its role.
    boolean opens();

    void opening(JsonGenerator out) throws IOException;

    void content(JsonGenerator out, Content content) throws IOException;

    void end(JsonGenerator out, ChoiceEnd end) throws IOException;

    void whole(JsonGenerator out, String text, List<ReplyToken> tokens, FinishReason reason) throws IOException;

    /// As clients know it.
    static String name(FinishReason reason) {
        return switch (reason) {
            case STOP -> "stop";
            case LENGTH -> "length";
        };
    }
}
