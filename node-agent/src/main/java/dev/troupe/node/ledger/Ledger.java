package dev.troupe.node.ledger;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

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

    /// How often what was reclaimed may be taken by others before that is a refusal.
    private static final int RECLAIM_ATTEMPTS = 3;

    private final long capacityBytes;
    private final List<Lease> open = new ArrayList<>();
    private final Map<Kind, Long> used = new EnumMap<>(Kind.class);
    private final AtomicInteger departures = new AtomicInteger();
    private volatile Reclaimer reclaimer = _ -> {};
    private volatile Runnable freed = () -> {};

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

    /// Reserves like {@link #reserve}; what does not fit now is tried again after the reclaimer dropped
    /// what can be had again. Waits for the engine, so it must not be called on its thread.
    ///
    /// @throws dev.troupe.protocol.ServingException `OUT_OF_MEMORY` with the numbers
    public Lease require(String owner, Kind kind, long bytes) {
        Grant grant = reserve(owner, kind, bytes);
        for (int attempt = 0; attempt < RECLAIM_ATTEMPTS && grant instanceof Grant.NotNow; attempt++) {
            reclaimer.reclaim(bytes);
            grant = reserve(owner, kind, bytes);
        }
        return grant.leaseOrThrow();
    }

    /// Who makes room, and who wants to know when some came free. Said once, before the ledger is used.
    public void serve(Reclaimer maker, Runnable listener) {
        reclaimer = maker;
        freed = listener;
    }

    /// Begins to give a model's memory back; closed when all of it was.
    public Departure departure() {
        departures.incrementAndGet();
        return () -> {
            departures.decrementAndGet();
            freed.run();
        };
    }

    /// Memory on its way back.
    public interface Departure extends AutoCloseable {
        @Override
        void close();
    }

    /// Whether bytes are about to come free without anybody asking for them.
    public boolean isRoomComing() {
        return departures.get() > 0 || usedBytes(Kind.STAGING) > 0;
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

    void giveBack(Lease lease) {
        synchronized (this) {
            if (!open.removeIf(other -> other == lease)) {
                return;
            }
            used.merge(lease.kind(), -lease.bytes(), Long::sum);
        }
        freed.run();
    }
}
