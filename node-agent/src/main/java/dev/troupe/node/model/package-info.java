/// The forward pass: one decoder driven by a model's spec, and the executor that lets the engine run
/// it.
///
/// Runs on the engine's thread; gates are opened by the loader's. Sees device memory only by address
/// and by explicit copies. Knows no sequence, queue or request.
package dev.troupe.node.model;
