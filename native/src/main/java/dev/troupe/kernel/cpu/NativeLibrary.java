package dev.troupe.kernel.cpu;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Loads a library that lies on the class path.
final class NativeLibrary {
    private NativeLibrary() {}

    /// Copies the resource to a temporary file, loads it for the life of the process and deletes
    /// the file again: nothing is left behind, also after a kill.
    static SymbolLookup load(String resource) {
        try (InputStream bytes = NativeLibrary.class.getResourceAsStream(resource)) {
            if (bytes == null) {
                throw new UnsatisfiedLinkError(resource + " is not on the class path: was it built?");
            }
            Path file = Files.createTempFile("troupe-", ".so");
            try {
                Files.copy(bytes, file, StandardCopyOption.REPLACE_EXISTING);
                return SymbolLookup.libraryLookup(file, Arena.global());
            } finally {
                Files.delete(file);
            }
        } catch (IOException | IllegalArgumentException e) {
            UnsatisfiedLinkError error = new UnsatisfiedLinkError(resource + " cannot be loaded: " + e.getMessage());
            error.initCause(e);
            throw error;
        }
    }
}
