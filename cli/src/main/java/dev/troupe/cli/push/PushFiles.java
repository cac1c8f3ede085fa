package dev.troupe.cli.push;

import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Which files make a model: one file, or all of a folder but hidden ones.
final class PushFiles {
    private static final int MAX_FILES = 1024;
    private static final int MAX_DEPTH = 8;

    private PushFiles() {}

    /// @return files by the path that the server is told
    /// @throws CliException `BAD_MODEL_FILE` when there is nothing that could be sent
    static SortedMap<String, Path> of(Path source) {
        SortedMap<String, Path> files = new TreeMap<>();
        if (Files.isDirectory(source)) {
            walk(source, files);
        } else if (Files.isRegularFile(source) && Files.isReadable(source)) {
            files.put(source.toAbsolutePath().getFileName().toString(), source);
        } else {
            throw bad("there is no readable file or folder " + source);
        }
        if (files.isEmpty()) {
            throw bad("the folder " + source + " is empty");
        }
        return files;
    }

    private static void walk(Path folder, SortedMap<String, Path> files) {
        try (Stream<Path> all = Files.walk(folder, MAX_DEPTH)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                Path relative = folder.relativize(file);
                if (Files.isRegularFile(file) && !isHidden(relative)) {
                    files.put(relative.toString(), file);
                }
                if (files.size() > MAX_FILES) {
                    throw bad("the folder " + folder + " has more than " + MAX_FILES + " files");
                }
            }
        } catch (IOException e) {
            throw new CliException(ExitCode.BAD_MODEL_FILE, "cannot read " + folder + ": " + e, e);
        }
    }

    private static boolean isHidden(Path relative) {
        for (Path part : relative) {
            if (part.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }

    private static CliException bad(String message) {
        return new CliException(ExitCode.BAD_MODEL_FILE, message);
    }
}
