package dev.troupe.store;

import dev.troupe.protocol.Digest;
import dev.troupe.store.image.ImageManifest;
import java.nio.file.Path;

/// A model that was checked and packed.
///
/// @param digest of the original file
/// @param manifest directory of its image
/// @param image file with the packed weights
/// @param source the original file, whose metadata holds vocabulary and template
public record StoredModel(Digest digest, ImageManifest manifest, Path image, Path source) {}
