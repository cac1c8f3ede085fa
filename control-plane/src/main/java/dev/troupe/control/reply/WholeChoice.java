package dev.troupe.control.reply;

import dev.troupe.control.reply.ReplyEffect.Content;
import dev.troupe.protocol.generate.FinishReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A choice that is gathered before it is sent.
final class WholeChoice {
    private final StringBuilder text = new StringBuilder();
    private final List<ReplyToken> tokens = new ArrayList<>();
    private Optional<FinishReason> reason = Optional.empty();

    void add(Content content) {
        text.append(content.text());
        tokens.addAll(content.tokens());
    }

    void end(FinishReason reached) {
        reason = Optional.of(reached);
    }

    String text() {
        return text.toString();
    }

    List<ReplyToken> tokens() {
        return List.copyOf(tokens);
    }

    FinishReason reason() {
        return reason.orElseThrow(() -> new IllegalStateException("the choice has not ended"));
    }
}
