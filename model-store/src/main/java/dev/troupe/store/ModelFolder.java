package dev.troupe.store;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.image.ImageManifest;
import dev.troupe.store.image.ManifestJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The files of one model. A folder under its final name is complete: it gets that name last.
record ModelFolder(Path path) {
    /// A manifest of a thousand layers has less than a tenth of this.
    private static final long MAX_MANIFEST_BYTES = 64L << 20;

    Path image() {
        return path.resolve("image.bin");
    }

    private Path manifest() {
        return path.resolve("manifest.json");
    }

    void writeManifest(ImageManifest manifest) throws IOException {
        Durable.write(manifest(), ManifestJson.write(manifest));
    }

    /// @throws IOException naming the file when one is missing, or does not go with the others
    StoredModel read(Digest digest) throws IOException {
        long bytes = Files.size(manifest());
        if (bytes > MAX_MANIFEST_BYTES) {
            throw new IOException(manifest() + ": has " + bytes + " bytes; the limit is " + MAX_MANIFEST_BYTES);
        }
        ImageManifest manifest = parse(Files.readAllBytes(manifest()));
        if (Files.size(image()) != manifest.bytes()) {
            throw new IOException(image() + ": has " + Files.size(image()) + " bytes, not " + manifest.bytes());
        }
        return new StoredModel(digest, manifest, image(), files().path());
    }

    /// Whether the original files may have so many bytes: also where that cannot be told.
    boolean mayHave(long bytes) {
        try {
            return ModelFiles.bytes(files().all(FormatLimits.defaults())) == bytes;
        } catch (IOException | ServingException e) {
            return true;
        }
    }

    /// @throws IOException when the original files are missing
    private ModelFiles files() throws IOException {
        return ModelFiles.stored(path).orElseThrow(() -> new IOException(path + ": the original files are missing"));
    }

    private int countTokens() throws IOException {
        try {
            return files().describe(FormatLimits.defaults()).tokenCount();
        } catch (ServingException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private ImageManifest parse(byte[] json) throws IOException {
        try {
            return ManifestJson.read(json, this::countTokens);
        } catch (IOException e) {
            throw new IOException(manifest() + ": " + e.getMessage(), e);
        }
    }
}
