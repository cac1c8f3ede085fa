package dev.troupe.store.blob;

import dev.troupe.protocol.Digest;
import java.time.Instant;

/// A file that was uploaded whole.
///
/// @param owner tenant that brought it
/// @param bytes its size
/// @param lastUse when it was uploaded, asked for or used last
public record StoredBlob(String owner, Digest digest, long bytes, Instant lastUse) {}
