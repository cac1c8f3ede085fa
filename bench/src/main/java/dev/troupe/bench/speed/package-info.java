/// `bench`: how fast the engine is, as shares of what this machine can do at most, measured in the
/// same run.
///
/// Requests go through `NodeClient`, as a gateway's do; times are taken when events arrive, on the
/// node's threads.
package dev.troupe.bench.speed;
