package dev.troupe.store.blob;

import java.io.InputStream;
import java.util.OptionalLong;

/// A file on its way here.
///
/// @param bytes what arrives, once
/// @param statedBytes how much that will be, if it was said
public record Incoming(InputStream bytes, OptionalLong statedBytes) {}
