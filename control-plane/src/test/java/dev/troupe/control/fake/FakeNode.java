package dev.troupe.control.fake;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.generate.TokenSink;
import dev.troupe.protocol.generate.TokenStream;
import dev.troupe.protocol.node.ModelResidence;
import dev.troupe.protocol.node.ModelResidence.State;
import dev.troupe.protocol.node.NodeSnapshot;
import dev.troupe.protocol.node.StepTimes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A node whose replies a test plays by hand, or by a script that runs when a request comes.
public class FakeNode implements NodeClient {
    private static final int PATIENCE_SECONDS = 60;

    private final BlockingQueue<FakeStream> started = new LinkedBlockingQueue<>();
    private volatile Consumer<FakeStream> script = _ -> {};
    private volatile Optional<ServingException> refusal = Optional.empty();
    private volatile State state = State.READY;

    /// Plays `play` for every request from now on.
    public FakeNode playing(Consumer<FakeStream> play) {
        script = play;
        return this;
    }

    /// Every request is answered with this text.
    public FakeNode saying(String text) {
        return playing(stream -> stream.say(text));
    }

    public void refuseWith(ErrorCode code, String message) {
        refusal = Optional.of(ServingException.of(code, message));
    }

    public void setState(State other) {
        state = other;
    }

    @Override
    public TokenStream generate(GenerationRequest request, int initialCredit, TokenSink sink) {
        refusal.ifPresent(error -> {
            throw error;
        });
        FakeStream stream = new FakeStream(request, initialCredit, sink);
        // Whoever sees the stream may set another script at once, which is not for this one.
        Consumer<FakeStream> play = script;
        started.add(stream);
        play.accept(stream);
        return stream;
    }

    /// The next request that came, in order.
    public FakeStream next() {
        try {
            FakeStream stream = started.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (stream == null) {
                throw new AssertionError("no request reached the node");
            }
            return stream;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public boolean hasNoRequest() {
        return started.isEmpty();
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
                "node-1",
                "cpu/test",
                "portable-1",
                List.of(new ModelResidence(FakeModels.digest('a'), state, 1.0, 1000, "")),
                new NodeSnapshot.MemoryUse(10_000, 1000, 500, 100),
                new NodeSnapshot.Load(1, 2, 5, 3, 20),
                new NodeSnapshot.Counters(
                        new NodeSnapshot.Steps(1, 2, 3, 4, 8),
                        new NodeSnapshot.Ends(5, 6, 7),
                        new NodeSnapshot.PrefixCache(9, 10, 11),
                        new NodeSnapshot.Preemptions(12, 13),
                        new NodeSnapshot.Speculation(14, 15)),
                new StepTimes(
                        List.of(new StepTimes.Phase("plan", 1_500_000_000)),
                        List.of(new StepTimes.Op("attend", 3, 2_000_000_000, 250_000_000))));
    }
}
