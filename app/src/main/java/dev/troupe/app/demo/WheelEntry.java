package dev.troupe.app.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Takes one file out of a wheel, which is a zip. Never writes more than was expected, whatever the
/// wheel says.
final class WheelEntry {
    private static final int BUFFER_BYTES = 1 << 16;

    private WheelEntry() {}

    /// @param bytes the size that the entry must have
    static void extract(Path wheel, String name, Path target, long bytes) throws IOException {
        try (ZipFile zip = new ZipFile(wheel.toFile())) {
            ZipEntry entry = zip.getEntry(name);
            if (entry == null) {
                throw new IOException("the package has no file " + name);
            }
            try (InputStream in = zip.getInputStream(entry);
                    OutputStream out = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)) {
                copy(in, out, name, bytes);
            }
        }
    }

    private static void copy(InputStream in, OutputStream out, String name, long bytes) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        long copied = 0;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            copied += read;
            if (copied > bytes) {
                throw new IOException(name + " is longer than " + bytes + " bytes");
            }
            out.write(buffer, 0, read);
        }
        if (copied != bytes) {
            throw new IOException(name + " has " + copied + " bytes; expected " + bytes);
        }
    }
}
