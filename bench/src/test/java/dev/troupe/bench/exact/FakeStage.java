package dev.troupe.bench.exact;

import dev.troupe.bench.drive.FakeNode;
import dev.troupe.bench.stage.OpenEngine;
import dev.troupe.bench.stage.Stage;
import dev.troupe.bench.workload.Setup;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.generate.ServingTarget;
import java.util.List;

/// Opens fake nodes.
///
/// @param batchedError what is wrong with replies of an engine that serves more than one client
/// @param referenceError what is wrong with replies of the reference
/// @param keptBlocks what an engine holds when all is over
record FakeStage(float batchedError, float referenceError, int keptBlocks) implements Stage {
    FakeStage(float batchedError, float referenceError) {
        this(batchedError, referenceError, 0);
    }

    @Override
    public OpenEngine open(List<String> models, Setup setup) {
        return new FakeEngine(new FakeNode(0, setup.clients() > 1 ? batchedError : 0f, keptBlocks));
    }

    @Override
    public OpenEngine openReference(String model, Setup setup) {
        return new FakeEngine(new FakeNode(0, referenceError, 0));
    }

    private record FakeEngine(NodeClient node) implements OpenEngine {
        @Override
        public ServingTarget target(String model) {
            return new ServingTarget(new Digest("sha256:" + "0".repeat(64)), "portable-1");
        }

        @Override
        public void close() {}
    }
}
