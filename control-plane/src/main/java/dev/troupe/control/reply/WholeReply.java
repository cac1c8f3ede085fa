package dev.troupe.control.reply;

import dev.troupe.control.reply.ReplyEffect.ChoiceEnd;
import dev.troupe.control.reply.ReplyEffect.Content;
import dev.troupe.control.reply.ReplyOutcome.Finished;
import java.util.List;
import java.util.stream.Stream;

/// Gathers a reply that is sent in one piece.
public final class WholeReply {
    private final ReplyJson json;
    private final List<WholeChoice> choices;

    public WholeReply(ReplyJson json, int choiceCount) {
        this.json = json;
        this.choices = Stream.generate(WholeChoice::new).limit(choiceCount).toList();
    }

    public void add(Content content) {
        choices.get(content.choice()).add(content);
    }

    public void end(ChoiceEnd end) {
        choices.get(end.choice()).end(end.reason());
    }

    /// The body, once every choice has ended.
    public byte[] body(Finished finished) {
        return json.whole(choices, finished);
    }
}
