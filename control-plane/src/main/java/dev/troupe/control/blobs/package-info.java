/// Files on their way into the store.
///
/// A request's virtual thread waits while one of a few platform threads reads its body, hashes it and
/// writes it to disk. Knows nothing of models.
package dev.troupe.control.blobs;
