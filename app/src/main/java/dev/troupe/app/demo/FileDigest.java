package dev.troupe.app.demo;

import dev.troupe.protocol.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;

/// The SHA-256 of a file.
final class FileDigest {
    private static final int BUFFER_BYTES = 1 << 18;

    private FileDigest() {}

    static Digest of(Path file) throws IOException {
        MessageDigest sha256 = Digest.sha256();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                sha256.update(buffer, 0, read);
            }
        }
        return Digest.of(sha256.digest());
    }
}
