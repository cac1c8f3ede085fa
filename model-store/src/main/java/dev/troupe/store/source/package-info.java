/// What every file format comes down to: named tensors with a format, a shape and a place, and the
/// bytes at that place.
package dev.troupe.store.source;
