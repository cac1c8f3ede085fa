/// Blocks of KV memory: which are free, which are held, and the tables that list them on the
/// device.
///
/// Owned by the engine's thread; only numbers for snapshots are read elsewhere. Knows addresses and
/// counts, never tensors, sequences or requests.
package dev.troupe.node.kv;
