package dev.troupe.control.models;

import dev.troupe.protocol.Digest;

/// What runs models, as far as deleting one needs to know it.
public interface Serving {
    /// Replies in the making.
    int running(Digest model);

    /// Takes a model off every device; returns when its memory was given back. Idempotent.
    void release(Digest model);
}
