package dev.troupe.app.home;

import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.server.UpFile;
import dev.troupe.cli.server.UpFiles;
import dev.troupe.control.keys.ClusterSecret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// A home that this process has for itself, until it is closed.
public final class Home implements AutoCloseable {
    private static final String LOGS = "logs";
    private static final String SECRET = "secret";

    private final Path folder;
    private final HomeLock lock;
    private final Keys keys;
    private final ClusterSecret secret;

    private Home(Path folder, HomeLock lock, Keys keys, ClusterSecret secret) {
        this.folder = folder;
        this.lock = lock;
        this.keys = keys;
        this.secret = secret;
    }

    /// Makes the folder where need be and takes it for this process. What a process that was killed
    /// left behind is cleared.
    ///
    /// @param random a secure one, for the keys and the secret of a new home
    /// @throws CliException `HOME_TOO_NEW`, `HOME_IN_USE`, or `FAILED`; then nothing was changed
    ///     but for a folder and a lock file
    public static Home open(Path folder, RandomGenerator random) {
        try {
            checkVersion(folder);
            PrivateFiles.makeFolder(folder);
            HomeLock lock = HomeLock.tryLock(folder).orElseThrow(() -> inUse(folder));
            try {
                return prepare(folder, lock, random);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw unusable(folder, e);
        }
    }

    private static CliException unusable(Path folder, IOException cause) {
        return new CliException(ExitCode.FAILED, "cannot use the home " + folder + ": " + cause, cause);
    }

    private static Home prepare(Path folder, HomeLock lock, RandomGenerator random) throws IOException {
        checkVersion(folder);
        Files.deleteIfExists(folder.resolve(UpFile.NAME));
        if (!Files.exists(folder.resolve(HomeVersion.FILE_NAME))) {
            PrivateFiles.write(folder.resolve(HomeVersion.FILE_NAME), HomeVersion.currentJson());
        }
        PrivateFiles.makeFolder(folder.resolve(LOGS));
        return new Home(
                folder, lock, keys(folder.resolve(Keys.FILE_NAME), random), secret(folder.resolve(SECRET), random));
    }

    private static Keys keys(Path file, RandomGenerator random) throws IOException {
        if (!Files.exists(file)) {
            Keys drawn = Keys.draw(random);
            PrivateFiles.write(file, drawn.toJson());
            return drawn;
        }
        return Keys.parse(Files.readString(file))
                .orElseThrow(() ->
                        new CliException(ExitCode.FAILED, file + " holds no keys; delete it and new keys are drawn"));
    }

    private static ClusterSecret secret(Path file, RandomGenerator random) throws IOException {
        if (!Files.exists(file)) {
            ClusterSecret drawn = ClusterSecret.draw(random);
            PrivateFiles.write(file, drawn.text() + "\n");
            return drawn;
        }
        return ClusterSecret.parse(Files.readString(file))
                .orElseThrow(() ->
                        new CliException(ExitCode.FAILED, file + " holds no secret; delete it and a new one is drawn"));
    }

    private static void checkVersion(Path folder) throws IOException {
        Path file = folder.resolve(HomeVersion.FILE_NAME);
        if (!Files.exists(file)) {
            return;
        }
        switch (HomeVersion.of(Files.readString(file))) {
            case HomeVersion.Readable() -> {}
            case HomeVersion.TooNew(int version) ->
                throw new CliException(
                        ExitCode.HOME_TOO_NEW,
                        "the home " + folder + " was written by a newer troupe (layout " + version + "; this one knows "
                                + HomeVersion.CURRENT + ")");
            case HomeVersion.Unreadable(String reason) ->
                throw new CliException(ExitCode.FAILED, "cannot read " + file + ": " + reason);
        }
    }

    private static CliException inUse(Path folder) {
        return new CliException(
                ExitCode.HOME_IN_USE,
                "the home " + folder + " is in use by another 'up'"
                        + HomeLock.lastPid(folder)
                                .map(pid -> " (pid " + pid + ")")
                                .orElse(""));
    }

    /// Whether a process has this home now.
    public static boolean isInUse(Path folder) {
        return HomeLock.isHeld(folder);
    }

    /// The pid of the process that has this home now.
    public static Optional<Long> holder(Path folder) {
        return HomeLock.isHeld(folder) ? HomeLock.lastPid(folder) : Optional.empty();
    }

    /// What stands in the way of using this home with this version; changes nothing.
    public static Optional<String> problem(Path folder) {
        try {
            checkVersion(folder);
            return Optional.empty();
        } catch (CliException e) {
            return Optional.of(e.getMessage());
        } catch (IOException e) {
            return Optional.of(e.toString());
        }
    }

    /// Says early what stands in the way of taking a home; changes nothing.
    ///
    /// @throws CliException as {@link #open}
    public static void checkFree(Path folder) {
        try {
            checkVersion(folder);
        } catch (IOException e) {
            throw unusable(folder, e);
        }
        if (isInUse(folder)) {
            throw inUse(folder);
        }
    }

    /// The folder for logs of a home that this process does not hold, made where need be.
    public static Path prepareLogs(Path folder) {
        try {
            PrivateFiles.makeFolder(folder.resolve(LOGS));
            return folder.resolve(LOGS);
        } catch (IOException e) {
            throw unusable(folder, e);
        }
    }

    public Keys keys() {
        return keys;
    }

    /// From which secrets of this home's server are derived.
    public ClusterSecret secret() {
        return secret;
    }

    public Path folder() {
        return folder;
    }

    public Path logs() {
        return folder.resolve(LOGS);
    }

    public Path store() {
        return folder.resolve("store");
    }

    /// Tells the world what runs here.
    public void publish(UpFile file) {
        try {
            PrivateFiles.write(folder.resolve(UpFile.NAME), UpFiles.print(file));
        } catch (IOException e) {
            throw new CliException(ExitCode.FAILED, "cannot write " + UpFile.NAME + " in " + folder + ": " + e, e);
        }
    }

    /// Takes `up.json` away and lets others have the home.
    @Override
    public void close() {
        try {
            Files.deleteIfExists(folder.resolve(UpFile.NAME));
            lock.close();
        } catch (IOException e) {
            throw new CliException(ExitCode.FAILED, "cannot leave the home " + folder + ": " + e, e);
        }
    }
}
