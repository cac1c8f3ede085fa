package dev.troupe.store;

/// Hears how far an import is. Called on the importing thread; must return at once.
@FunctionalInterface
public interface ImportProgress {
    /// What is being done, in this order; a file that is already stored ends after `HASH`.
    enum Stage {
        HASH,
        COPY,
        PACK
    }

    /// @param doneBytes of this stage, ascending up to `totalBytes`
    void at(Stage stage, long doneBytes, long totalBytes);

    static ImportProgress none() {
        return (stage, doneBytes, totalBytes) -> {};
    }
}
