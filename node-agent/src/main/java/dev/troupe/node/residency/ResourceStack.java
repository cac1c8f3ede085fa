package dev.troupe.node.residency;

import java.util.ArrayDeque;
import java.util.Deque;

/// Things that are closed together, the last first. Closing twice is the same as once.
final class ResourceStack implements AutoCloseable {
    private final Deque<AutoCloseable> owned = new ArrayDeque<>();

    synchronized <T extends AutoCloseable> T own(T resource) {
        owned.push(resource);
        return resource;
    }

    /// Closes all, also when some cannot; then throws the first failure with the others suppressed.
    @Override
    public synchronized void close() {
        IllegalStateException failure = null;
        while (!owned.isEmpty()) {
            AutoCloseable next = owned.pop();
            try {
                next.close();
            } catch (Exception e) {
                if (failure == null) {
                    failure = new IllegalStateException("could not give back " + next, e);
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
