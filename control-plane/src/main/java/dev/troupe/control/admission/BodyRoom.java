package dev.troupe.control.admission;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// Bounds the bytes of all bodies that are in memory.
public final class BodyRoom {
    private final long mostBytes;
    private final AtomicLong heldBytes = new AtomicLong();

    public BodyRoom(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /// @throws ServingException `OVERLOADED` when there is no room now
    public Hold take(long bytes) {
        long before = heldBytes.getAndUpdate(held -> held + bytes <= mostBytes ? held + bytes : held);
        if (before + bytes > mostBytes) {
            throw ServingException.of(
                    ErrorCode.OVERLOADED,
                    "bodies of " + before + " bytes are in flight and " + bytes + " more are announced; at most "
                            + mostBytes);
        }
        AtomicBoolean open = new AtomicBoolean(true);
        return () -> {
            if (open.compareAndSet(true, false)) {
                heldBytes.addAndGet(-bytes);
            }
        };
    }

    public long heldBytes() {
        return heldBytes.get();
    }

    /// Room for one body; closing twice is the same as once.
    @FunctionalInterface
    public interface Hold extends AutoCloseable {
        @Override
        void close();
    }
}
