package dev.troupe.bench.drive;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.TokenSink;
import dev.troupe.protocol.generate.TokenStream;
import dev.troupe.protocol.generate.Usage;
import dev.troupe.protocol.node.NodeSnapshot;
import dev.troupe.protocol.node.StepTimes;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// Answers at once, from a hash of the request, in the order and within the credit that the
/// contract asks for.
public final class FakeNode implements NodeClient {
    private static final int RUN = 8;
    private static final int BATCH = 16;

    private final AtomicInteger refusalsLeft;
    private final float error;
    private final int keptBlocks;
    private final AtomicLong tokens = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();

    /// @param refusals how many requests are refused before the first is taken
    /// @param error what is wrong with the log-probability of each fourth token
    /// @param keptBlocks what the node claims to hold
    public FakeNode(int refusals, float error, int keptBlocks) {
        this.keptBlocks = keptBlocks;
        this.refusalsLeft = new AtomicInteger(refusals);
        this.error = error;
    }

    @Override
    public TokenStream generate(GenerationRequest request, int initialCredit, TokenSink sink) {
        if (refusalsLeft.getAndDecrement() > 0) {
            throw ServingException.of(ErrorCode.OVERLOADED, "node", "full");
        }
        Stream stream = new Stream(request, sink);
        stream.scorePrompt();
        stream.credit(initialCredit);
        return stream;
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
        long steps = tokens.get() / BATCH;
        NodeSnapshot.Counters none = NodeSnapshot.Counters.none();
        NodeSnapshot.Counters counters = new NodeSnapshot.Counters(
                new NodeSnapshot.Steps(steps, steps, tokens.get(), tokens.get(), 0),
                new NodeSnapshot.Ends(ended.get(), 0, 0),
                none.prefixCache(),
                none.preemptions(),
                none.speculation());
        return new NodeSnapshot(
                "fake",
                "fake",
                "portable-1",
                List.of(),
                new NodeSnapshot.MemoryUse(0, 0, 0, 0),
                new NodeSnapshot.Load(0, 0, keptBlocks, 0, 100),
                counters,
                StepTimes.none());
    }

    private final class Stream implements TokenStream {
        private final GenerationRequest request;
        private final TokenSink sink;
        private final int hash;
        private int sent;
        private boolean over;

        Stream(GenerationRequest request, TokenSink sink) {
            this.request = request;
            this.sink = sink;
            this.hash = Objects.hash(request.promptTokens(), request.sampling());
        }

        void scorePrompt() {
            int size = request.promptTokens().size();
            for (int first = 1; request.scoring().promptToo() && first < size; first += RUN) {
                List<TokenScore> run = java.util.stream.IntStream.range(first, Math.min(size, first + RUN))
                        .mapToObj(position ->
                                new TokenScore(request.promptTokens().get(position), -position, List.of()))
                        .toList();
                sink.accept(new TokenEvent.PromptScored(first, run));
            }
        }

        @Override
        public synchronized void credit(int count) {
            for (int i = 0; i < count && sent < request.maxTokens() && !over; i++) {
                float wrong = sent % 4 == 3 ? error : 0f;
                int id = Math.floorMod(hash + 31 * sent, 300);
                sink.accept(new TokenEvent.Token(sent++, new TokenScore(id, -0.5f * id + wrong, List.of())));
                tokens.incrementAndGet();
            }
            if (sent == request.maxTokens()) {
                end(new TokenEvent.Finished(FinishReason.LENGTH, usage()));
            }
        }

        @Override
        public synchronized void cancel() {
            end(new TokenEvent.Cancelled(usage()));
        }

        private void end(TokenEvent.Terminal terminal) {
            if (!over) {
                over = true;
                ended.incrementAndGet();
                sink.accept(terminal);
            }
        }

        private Usage usage() {
            return new Usage(request.promptTokens().size(), 0, sent);
        }
    }
}
