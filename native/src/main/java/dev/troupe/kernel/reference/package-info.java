/// `docs/numerics.md` as plain Java: the judge of every other device, one small class per op. Its
/// memory lies behind made-up addresses, so that code which peeks at device memory fails on it.
///
/// Owns its memory; ops run on the calling thread. Knows nothing of other devices.
package dev.troupe.kernel.reference;
