package dev.troupe.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFileIT {
    @TempDir
    private Path folder;

    @Test
    void whatWasTypedIsPrivateAndStays() throws IOException {
        Path home = folder.resolve("a").resolve("home");
        Path file = HistoryFile.in(home);
        Files.writeString(file, "typed");

        assertThat(HistoryFile.in(home)).isEqualTo(file).hasContent("typed");
        assertThat(mode(file)).isEqualTo("rw-------");
        assertThat(mode(home)).isEqualTo("rwx------");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
