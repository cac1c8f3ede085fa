/// The CPU device: kernels in C, called through the foreign function interface.
///
/// Owns the reserved range of memory and the worker threads (`troupe-cpu-N`, native, parked between
/// steps). Ops run on the engine's thread, which takes part in the work; memory may be used from any
/// thread. The levels (avx512, avx2, generic) give the same bits. Knows nothing
/// of models.
package dev.troupe.kernel.cpu;
