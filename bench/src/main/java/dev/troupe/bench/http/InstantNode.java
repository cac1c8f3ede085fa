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
import java.util.List;

/// A node that answers every request with one token, at once: whatever time passes is the gateway's.
///
/// @param model that it claims to hold
/// @param token every reply
record InstantNode(Digest model, String numericsClass, int token) implements NodeClient {
    @Override
    public TokenStream generate(GenerationRequest request, int initialCredit, TokenSink sink) {
        sink.accept(new TokenEvent.Token(0, new TokenScore(token, 0f, List.of())));
        sink.accept(new TokenEvent.Finished(
                FinishReason.LENGTH, new Usage(request.promptTokens().size(), 0, 1)));
        return new TokenStream() {
            @Override
            public void credit(int tokens) {}

            @Override
            public void cancel() {}
        };
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
}
