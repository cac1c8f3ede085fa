package dev.troupe.node.engine;

import dev.troupe.node.kv.BlockPool;
import dev.troupe.protocol.Digest;

/// A model as the engine sees it. From {@link Engine#attach} on the engine's thread owns `blocks`
/// and closes it when the model is detached.
public record EngineModel(Digest digest, BlockPool blocks, StepExecutor executor) {}
