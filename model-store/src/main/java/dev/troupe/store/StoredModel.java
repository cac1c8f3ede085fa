package dev.troupe.store;

import dev.troupe.protocol.Digest;
import dev.troupe.store.image.ImageManifest;
import java.nio.file.Path;

/// A model that was checked and packed.
///
/// @param digest of the original files, and of how they were quantised
/// @param manifest directory of its image
/// @param image file with the packed weights
/// @param source the original GGUF file, or the folder of the original files: vocabulary and
///     template are there
public record StoredModel(Digest digest, ImageManifest manifest, Path image, Path source) {}
