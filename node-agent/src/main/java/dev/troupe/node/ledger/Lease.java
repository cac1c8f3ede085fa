package dev.troupe.node.ledger;

/// A pin on bytes of the ledger: while it is open they are this owner's. Closing twice is the same
/// as once.
public final class Lease implements AutoCloseable {
    private final Ledger ledger;
    private final String owner;
    private final Ledger.Kind kind;
    private final long bytes;

    Lease(Ledger ledger, String owner, Ledger.Kind kind, long bytes) {
        this.ledger = ledger;
        this.owner = owner;
        this.kind = kind;
        this.bytes = bytes;
    }

    public String owner() {
        return owner;
    }

    public Ledger.Kind kind() {
        return kind;
    }

    public long bytes() {
        return bytes;
    }

    @Override
    public void close() {
        ledger.giveBack(this);
    }

    @Override
    public String toString() {
        return owner + " " + kind + " " + bytes;
    }
}
