package dev.troupe.bench.http;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.TokenSink;
import dev.troupe.protocol.generate.TokenStream;
import dev.troupe.protocol.generate.Usage;
import dev.troupe.protocol.node.ModelResidence;
import dev.troupe.protocol.node.NodeSnapshot;
import dev.troupe.protocol.node.StepTimes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/// A node that computes nothing: a request gets its first token at once, and the others as an engine
/// gives them, one for each stream in every step. Whatever else passes is the gateway's time.
final class StubNode implements NodeClient, AutoCloseable {
    private final Digest model;
    private final String numericsClass;
    private final int token;
    private final ConcurrentLinkedQueue<Reply> running = new ConcurrentLinkedQueue<>();
    private final Thread steps;

    private StubNode(Digest model, String numericsClass, int token, Duration step) {
        this.model = model;
        this.numericsClass = numericsClass;
        this.token = token;
        this.steps = Thread.ofPlatform().name("stub-engine").unstarted(() -> run(step));
    }

    /// @param model that it claims to hold
    /// @param token every reply's every token
    /// @param step from one token of a reply to its next
    static StubNode start(Digest model, String numericsClass, int token, Duration step) {
        StubNode node = new StubNode(model, numericsClass, token, step);
        node.steps.start();
        return node;
    }

    /// Confined to the thread of the steps, after its first token.
    private static final class Reply {
        private final GenerationRequest request;
        private final TokenSink sink;
        private int sent;

        private Reply(GenerationRequest request, TokenSink sink) {
            this.request = request;
            this.sink = sink;
        }

        /// @return whether it was the last
        private boolean next(int token) {
            sink.accept(new TokenEvent.Token(sent, new TokenScore(token, 0f, List.of())));
            sent++;
            if (sent < request.maxTokens()) {
                return false;
            }
            sink.accept(new TokenEvent.Finished(
                    FinishReason.LENGTH, new Usage(request.promptTokens().size(), 0, sent)));
            return true;
        }
    }

    private void run(Duration step) {
        try {
            while (true) {
                Thread.sleep(step);
                running.removeIf(reply -> reply.next(token));
            }
        } catch (InterruptedException _) {
            // Closed.
        }
    }

    @Override
    public TokenStream generate(GenerationRequest request, int initialCredit, TokenSink sink) {
        Reply reply = new Reply(request, sink);
        if (!reply.next(token)) {
            running.add(reply);
        }
        return new TokenStream() {
            @Override
            public void credit(int tokens) {}

            @Override
            public void cancel() {
                running.remove(reply);
            }
        };
    }

    @Override
    public void ensure(Digest model) {
        // It has every model.
    }

    @Override
    public void release(Digest model) {
        // It keeps every model.
    }

    @Override
    public NodeSnapshot snapshot() {
        return new NodeSnapshot(
                "bench",
                "none",
                numericsClass,
                List.of(new ModelResidence(model, ModelResidence.State.READY, 1, 0, "")),
                new NodeSnapshot.MemoryUse(0, 0, 0, 0),
                new NodeSnapshot.Load(0, 0, 0, 0, 0),
                NodeSnapshot.Counters.none(),
                StepTimes.none());
    }

    @Override
    public void close() {
        steps.interrupt();
    }
}
