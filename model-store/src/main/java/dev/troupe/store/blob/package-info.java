/// Files that were uploaded, found by owner and digest, until models are made of them.
///
/// Calls write to disk and wait for it: use platform threads. Knows nothing of what is in a file.
package dev.troupe.store.blob;
