/// The loop that turns waiting requests into tokens: plan a step, execute it, absorb its results.
///
/// One named platform thread owns every sequence. {@link dev.troupe.node.engine.BatchScheduler}
/// decides and has no effects; {@link dev.troupe.node.engine.Engine} applies. Knows blocks by their
/// number, never a tensor or a kernel: those are behind {@link dev.troupe.node.engine.StepExecutor}.
package dev.troupe.node.engine;
