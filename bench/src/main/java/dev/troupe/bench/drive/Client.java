package dev.troupe.bench.drive;

import dev.troupe.bench.verdict.Reply;
import dev.troupe.bench.workload.Caller;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenStream;
import java.time.Duration;
import java.util.Optional;

/// Asks one node, in the manner of a {@link Caller}. Safe to use from any thread.
///
/// @param node the door
/// @param patience how long a client waits for the next event, and for a full node to have room
public record Client(NodeClient node, Duration patience) {
    private static final Duration RETRY = Duration.ofMillis(2);

    /// Asks and waits for the end.
    public Reply ask(GenerationRequest request, Caller caller) throws InterruptedException {
        EventQueue queue = new EventQueue(request.maxPositions() + 1);
        TokenStream stream;
        try {
            stream = open(request, initialCredit(request, caller), queue);
        } catch (ServingException e) {
            return new Transcript().end(new Reply.Refused(e.code() + ": " + e.getMessage()));
        }
        if (caller instanceof Caller.LeavingAfter(int micros)) {
            Thread.sleep(Duration.ofNanos(1000L * micros));
            stream.cancel();
        }
        return read(queue, stream, caller);
    }

    /// A full node is asked again until it has room, as a polite client would.
    private TokenStream open(GenerationRequest request, int credit, EventQueue queue) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return node.generate(request, credit, queue);
            } catch (ServingException e) {
                if (e.code() != ErrorCode.OVERLOADED || System.nanoTime() > deadline) {
                    throw e;
                }
                Thread.sleep(RETRY);
            }
        }
    }

    private Reply read(EventQueue queue, TokenStream stream, Caller caller) throws InterruptedException {
        Transcript transcript = new Transcript();
        while (true) {
            Optional<TokenEvent> next = queue.take(patience);
            if (queue.overrun() || next.isEmpty()) {
                stream.cancel();
                String what =
                        queue.overrun() ? "more events than credit" : "no event for " + patience.toSeconds() + " s";
                return transcript.end(new Reply.Broken(what));
            }
            Optional<Reply> reply = transcript.add(next.get());
            if (reply.isPresent()) {
                return reply.get();
            }
            react(transcript, next.get(), stream, caller);
        }
    }

    private static void react(Transcript transcript, TokenEvent event, TokenStream stream, Caller caller) {
        boolean token = event instanceof TokenEvent.Token;
        switch (caller) {
            case Caller.Dribbling(int grant) when token && transcript.tokens() % grant == 0 -> stream.credit(grant);
            case Caller.Leaving leaving when token && transcript.tokens() == leaving.tokens() -> stream.cancel();
            case Caller.LeavingInPrefill(int runs) when !token && transcript.runs() == runs -> stream.cancel();
            default -> {}
        }
    }

    private static int initialCredit(GenerationRequest request, Caller caller) {
        return switch (caller) {
            case Caller.Dribbling(int grant) -> grant;
            case Caller.Leaving leaving -> leaving.credit();
            case Caller.Patient _, Caller.LeavingInPrefill _, Caller.LeavingAfter _ -> Math.max(1, request.maxTokens());
        };
    }
}
