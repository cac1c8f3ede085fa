/// How weights lie in an image: pure Java, any thread, no device. Packing is lossless; unpacking
/// gives back the file's numbers. Knows nothing of the ops that read the panels, so a shape that
/// cannot be is an `IllegalArgumentException`.
package dev.troupe.kernel.layout;
