package dev.troupe.bench.stage;

import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.generate.ServingTarget;

/// One engine that runs until it is closed.
public interface OpenEngine extends AutoCloseable {
    NodeClient node();

    /// What a request for `model`, by its name in the run, must name to be answered here.
    ServingTarget target(String model);

    /// Ends the engine and gives its memory back.
    @Override
    void close();
}
