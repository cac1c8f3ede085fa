package dev.troupe.store.image;

/// Hears how far packing is. Called on the packing thread; must return at once.
@FunctionalInterface
public interface PackProgress {
    /// @param doneBytes of the image that are written, ascending
    void packed(long doneBytes, long totalBytes);
}
