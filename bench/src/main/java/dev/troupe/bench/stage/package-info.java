/// Opens engines to be judged or measured: a device, a store with models, and a node agent, all
/// fresh.
///
/// The only package here that knows what stands behind a `NodeClient`.
package dev.troupe.bench.stage;
