/// Words that two processes share: identifiers, names, errors.
///
/// Everything here is an immutable value. Nothing here opens a socket, reads a clock or starts a
/// thread.
package dev.troupe.protocol;
