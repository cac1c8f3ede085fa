package dev.troupe.node.ledger;

/// Makes room on a device by dropping what can be had again.
@FunctionalInterface
public interface Reclaimer {
    /// Drops until `bytes` are free or nothing is left to drop; returns then.
    void reclaim(long bytes);
}
