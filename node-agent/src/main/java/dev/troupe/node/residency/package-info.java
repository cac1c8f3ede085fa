/// Which models are on the device, and how they get there and away.
///
/// One state machine per model, decided here. Callers may use it from any thread; chunks are read and
/// written on one loader thread. Knows nothing of sequences.
package dev.troupe.node.residency;
