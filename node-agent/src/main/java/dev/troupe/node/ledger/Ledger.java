package dev.troupe.node.ledger;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The account of one device. Nothing is allocated there without a {@link Lease} from here, so the
/// device is never asked for more than it has. Safe to use from any thread.
public final class Ledger {
    /// What bytes are for.
    public enum Kind {
        WEIGHTS,
        KV,
        WORKSPACE,
        STAGING
    }

    private final long capacityBytes;
    private final List<Lease> open = new ArrayList<>();
    private final Map<Kind, Long> used = new EnumMap<>(Kind.class);

    public Ledger(long capacityBytes) {
        if (capacityBytes < 1) {
            throw new IllegalArgumentException("capacityBytes is " + capacityBytes + "; the least is 1");
        }
        this.capacityBytes = capacityBytes;
        for (Kind kind : Kind.values()) {
            used.put(kind, 0L);
        }
    }

    /// Asks for `bytes` on behalf of `owner`.
    ///
    /// @param owner for messages, for example `model 3f2a…`
    /// @param bytes at least 1
    public synchronized Grant reserve(String owner, Kind kind, long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("bytes is " + bytes + "; the least is 1");
        }
        if (bytes > capacityBytes) {
            return new Grant.Never(owner, bytes, capacityBytes);
        }
        if (bytes > freeBytes()) {
            return new Grant.NotNow(owner, bytes, freeBytes(), capacityBytes);
        }
        Lease lease = new Lease(this, owner, kind, bytes);
        open.add(lease);
        used.merge(kind, bytes, Long::sum);
        return new Grant.Leased(lease);
    }

    public long capacityBytes() {
        return capacityBytes;
    }

    public synchronized long usedBytes(Kind kind) {
        return used.get(kind);
    }

    public synchronized long freeBytes() {
        return capacityBytes - usedBytes();
    }

    public synchronized long usedBytes() {
        return used.values().stream().mapToLong(Long::longValue).sum();
    }

    /// Leases that are open now, oldest first, for `ps` and for messages about leaks.
    public synchronized List<Lease> openLeases() {
        return List.copyOf(open);
    }

    /// @throws IllegalStateException when the totals are not the sums of the open leases
    public synchronized void checkIntegrity() {
        for (Kind kind : Kind.values()) {
            long sum = open.stream()
                    .filter(lease -> lease.kind() == kind)
                    .mapToLong(Lease::bytes)
                    .sum();
            if (sum != used.get(kind)) {
                throw new IllegalStateException(
                        "ledger: " + kind + " says " + used.get(kind) + " bytes, its leases hold " + sum);
            }
        }
        if (usedBytes() > capacityBytes) {
            throw new IllegalStateException("ledger: " + usedBytes() + " bytes leased of " + capacityBytes);
        }
    }

    synchronized void giveBack(Lease lease) {
        if (open.removeIf(other -> other == lease)) {
            used.merge(lease.kind(), -lease.bytes(), Long::sum);
        }
    }
}
