/// Who a caller is: bearer keys, kept as SHA-256 hashes only and compared in constant time.
///
/// Immutable values: any thread. Knows nothing of HTTP beyond the text of one header.
package dev.troupe.control.keys;
