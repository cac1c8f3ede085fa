package dev.troupe.control.gateway;

import dev.troupe.control.dispatch.ReadyReply;
import dev.troupe.control.dispatch.ReplyOut;
import dev.troupe.control.reply.ReplyEffect;
import dev.troupe.control.reply.ReplyOutcome;
import dev.troupe.control.reply.WholeReply;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;

/// A reply in one piece; nothing here blocks.
final class WholeOut implements ReplyOut {
    private final WholeReply whole;

    WholeOut(ReadyReply reply) {
        this.whole = new WholeReply(reply.json(), reply.plan().choices().size());
    }

    /// Runs the reply to its end on the calling thread.
    ///
    /// @throws ServingException when it failed or was cancelled
    static byte[] body(ReadyReply reply) {
        WholeOut out = new WholeOut(reply);
        return switch (reply.run().run(out)) {
            case ReplyOutcome.Finished finished -> out.whole.body(finished);
            case ReplyOutcome.Failed(ErrorCode code, String message) -> throw ServingException.of(code, message);
            case ReplyOutcome.Cancelled _ ->
                throw ServingException.of(ErrorCode.CANCELLED, "the client closed its connection");
        };
    }

    @Override
    public void begin() {}

    @Override
    public void content(ReplyEffect.Content content) {
        whole.add(content);
    }

    @Override
    public void choiceEnd(ReplyEffect.ChoiceEnd end) {
        whole.end(end);
    }

    @Override
    public void heartbeat() {}

    @Override
    public void flush() {}

    @Override
    public boolean end(ReplyOutcome outcome) {
        return true;
    }

    @Override
    public void abandon() {}
}
