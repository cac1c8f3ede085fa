package dev.troupe.store.blob;

import dev.troupe.protocol.Digest;

/// Which blobs models are made of.
@FunctionalInterface
public interface UsedBlobs {
    boolean contains(String owner, Digest digest);
}
