package dev.troupe.node.agent;

import dev.troupe.node.engine.Engine;
import dev.troupe.node.residency.ModelResidency;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.generate.TokenSink;
import dev.troupe.protocol.generate.TokenStream;
import dev.troupe.protocol.node.NodeSnapshot;
import java.util.function.Supplier;

/// The door to a node in this process.
final class LocalNodeClient implements NodeClient {
    private final RequestDoor door;
    private final ModelResidency residency;
    private final Engine engine;
    private final Supplier<NodeSnapshot> snapshots;

    LocalNodeClient(RequestDoor door, ModelResidency residency, Engine engine, Supplier<NodeSnapshot> snapshots) {
        this.door = door;
        this.residency = residency;
        this.engine = engine;
        this.snapshots = snapshots;
    }

    @Override
    public TokenStream generate(GenerationRequest request, int initialCredit, TokenSink sink) {
        door.check(request, initialCredit, residency.served(request.target().model()));
        return engine.submit(request, initialCredit, sink);
    }

    @Override
    public void ensure(Digest model) {
        residency.ensure(model);
    }

    @Override
    public void release(Digest model) {
        residency.release(model);
    }

    @Override
    public NodeSnapshot snapshot() {
        return snapshots.get();
    }
}
