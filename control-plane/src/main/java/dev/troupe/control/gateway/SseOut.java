package dev.troupe.control.gateway;

import dev.troupe.control.dispatch.ReadyReply;
import dev.troupe.control.dispatch.ReplyOut;
import dev.troupe.control.error.ErrorResponses;
import dev.troupe.control.reply.ReplyEffect;
import dev.troupe.control.reply.ReplyJson;
import dev.troupe.control.reply.ReplyOutcome;
import dev.troupe.control.request.ReplyOptions.Delivery;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Optional;

/// A reply as server-sent events. What comes between two flushes leaves in one piece: each piece
/// costs a system call and the web server's work.
final class SseOut implements ReplyOut {
    /// A piece that reached this size leaves without a flush.
    private static final int LARGE_BYTES = 1 << 14;

    private final ReadyReply reply;
    private final ReplyJson json;
    private final ClientConnection client;
    private final Duration stallTimeout;
    private final PiecePublisher pieces;
    private final ByteArrayOutputStream gathered = new ByteArrayOutputStream();

    SseOut(ReadyReply reply, ClientConnection client, Duration stallTimeout) {
        this.reply = reply;
        this.json = reply.json();
        this.client = client;
        this.stallTimeout = stallTimeout;
        this.pieces = new PiecePublisher(reply.run()::clientGone);
    }

    EventStream body() {
        return new EventStream(pieces);
    }

    @Override
    public void begin() throws InterruptedException {
        if (!json.format().opens()) {
            // Nobody on the way to the client need wait for a token to see that the stream is open.
            write(SseFrames.PING);
            return;
        }
        for (int choice = 0; choice < reply.plan().choices().size(); choice++) {
            write(SseFrames.event(json.opening(choice)));
        }
    }

    @Override
    public void content(ReplyEffect.Content content) throws InterruptedException {
        write(SseFrames.event(content.sentTokens(), json.content(content)));
    }

    @Override
    public void choiceEnd(ReplyEffect.ChoiceEnd end) throws InterruptedException {
        write(SseFrames.event(json.choiceEnd(end)));
    }

    @Override
    public void heartbeat() throws InterruptedException {
        pieces.write(SseFrames.PING, Duration.ZERO);
    }

    @Override
    public void flush() throws InterruptedException {
        boolean unused = send();
    }

    @Override
    public boolean end(ReplyOutcome outcome) throws InterruptedException {
        return switch (outcome) {
            case ReplyOutcome.Finished finished -> finish(finished);
            case ReplyOutcome.Failed failed ->
                last(SseFrames.event(ErrorResponses.body(failed.code(), failed.message(), Optional.empty())));
            // Nobody reads any more, and the web server stumbles over the end of an empty body.
            case ReplyOutcome.Cancelled _ -> false;
        };
    }

    private boolean finish(ReplyOutcome.Finished finished) throws InterruptedException {
        if (reply.delivery() == Delivery.STREAM_WITH_USAGE) {
            write(SseFrames.event(json.usage(finished)));
        }
        return last(SseFrames.DONE);
    }

    private boolean last(byte[] piece) throws InterruptedException {
        gathered.writeBytes(piece);
        boolean taken = send();
        if (taken) {
            pieces.complete();
        }
        return taken;
    }

    @Override
    public void abandon() {
        pieces.close();
    }

    private void write(byte[] piece) throws InterruptedException {
        gathered.writeBytes(piece);
        if (gathered.size() >= LARGE_BYTES) {
            flush();
        }
    }

    /// @return whether the reader took what was gathered
    private boolean send() throws InterruptedException {
        if (gathered.size() == 0) {
            return true;
        }
        byte[] piece = gathered.toByteArray();
        gathered.reset();
        PiecePublisher.Fate fate = pieces.write(piece, stallTimeout);
        if (fate == PiecePublisher.Fate.TIMED_OUT) {
            reply.run().clientStalled();
            client.cut();
        }
        return fate == PiecePublisher.Fate.TAKEN;
    }
}
