package dev.troupe.control.catalog;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/// The catalog as it is now. Safe to use from any thread: each look sees one whole catalog.
public final class LiveCatalog {
    private final AtomicReference<ModelCatalog> now;

    public LiveCatalog(ModelCatalog first) {
        this.now = new AtomicReference<>(first);
    }

    public ModelCatalog now() {
        return now.get();
    }

    /// @param change pure; may be asked more than once
    public void update(UnaryOperator<ModelCatalog> change) {
        now.updateAndGet(change);
    }
}
