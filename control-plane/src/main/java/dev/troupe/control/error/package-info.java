/// How failures look to a client: one JSON shape, derived from
/// {@link dev.troupe.protocol.ErrorCode}.
///
/// Pure: any thread. Knows nothing of the web server.
package dev.troupe.control.error;
