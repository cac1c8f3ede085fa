package dev.troupe.app.server;

import java.net.URI;

/// A server that answers.
public interface RunningServer extends AutoCloseable {
    URI url();

    /// For people, for example `cpu/avx512, 2 threads`.
    String device();

    /// Ends everything it started. Idempotent.
    @Override
    void close();
}
