/// The door to a device: memory by opaque addresses, and one method per op.
///
/// Nothing here knows of models, requests or tenants. What each op computes, to the bit, is written
/// in `docs/numerics.md`; every implementation gives the same bits. All ops of a device are called
/// from one thread at a time (the engine's); a device spreads an op over its own workers and
/// returns when the result is there.
package dev.troupe.kernel;
