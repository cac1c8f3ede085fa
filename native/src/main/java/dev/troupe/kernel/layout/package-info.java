/// How weights lie in an image: pure Java, no device. Packing is lossless; unpacking gives back the
/// file's numbers.
package dev.troupe.kernel.layout;
