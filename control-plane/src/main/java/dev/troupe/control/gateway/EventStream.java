package dev.troupe.control.gateway;

import org.reactivestreams.Publisher;

/// A body whose bytes are written as they come.
///
/// @param pieces each leaves at once
record EventStream(Publisher<byte[]> pieces) {}
