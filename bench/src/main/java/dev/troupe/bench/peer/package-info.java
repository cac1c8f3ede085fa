/// The engines that ours is measured against, as processes: where they lie, the model files that both
/// sides run, and what their tools print, read strictly: output that is not as expected is an error,
/// never a zero.
///
/// Everything runs on the caller's thread.
package dev.troupe.bench.peer;
