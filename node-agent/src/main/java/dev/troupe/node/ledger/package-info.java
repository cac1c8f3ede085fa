/// The account of every byte on one device, and the leases that pin parts of it.
///
/// Owns numbers and the pairing of a lease with its memory. Used by the engine's thread, the loader
/// and callers of the agent; a short monitor guards the numbers. Knows no model, block or tensor.
package dev.troupe.node.ledger;
