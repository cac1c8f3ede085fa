package dev.troupe.cli.chat;

import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/// What was typed in chats. Prompts are private: the file is for its owner alone.
public final class HistoryFile {
    private static final String NAME = "chat-history";

    private HistoryFile() {}

    /// The file of a home; it and the home are made where need be.
    public static Path in(Path home) {
        Path file = home.resolve(NAME);
        try {
            if (!Files.isDirectory(home)) {
                Files.createDirectories(home, mode("rwx------"));
            }
            if (!Files.exists(file)) {
                Files.createFile(file, mode("rw-------"));
            }
            return file;
        } catch (IOException e) {
            throw new CliException(ExitCode.FAILED, "cannot keep a history in " + file + ": " + e, e);
        }
    }

    private static FileAttribute<?> mode(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }
}
