/// Packed weights in one layout, ready to run: the bytes of the image file are the bytes on the
/// device.
///
/// An image is packed once, at import, in the order of use: embedding, layers, head. Reading it
/// needs no conversion, only a CRC32C per chunk.
package dev.troupe.store.image;
