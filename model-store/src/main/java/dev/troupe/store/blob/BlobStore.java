package dev.troupe.store.blob;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.Durable;
import dev.troupe.store.WorkFolder;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Uploaded files on local disk, each under its owner's folder and named by its digest. One that is
/// there is whole and was hashed. Safe to use from any thread.
public final class BlobStore {
    private static final Pattern OWNER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}");

    private final Path blobs;
    private final Path staging;
    private final BlobLimits limits;
    private final InstantSource clock;
    private final DiskRoom room;

    private BlobStore(Path root, BlobLimits limits, InstantSource clock) {
        this.blobs = root.resolve("blobs");
        this.staging = root.resolve("uploads");
        this.limits = limits;
        this.clock = clock;
        this.room = new DiskRoom(limits, () -> Files.getFileStore(staging).getUsableSpace());
    }

    /// Makes the store's folders where they are missing, and deletes what broken uploads left.
    ///
    /// @throws IOException when `root` cannot be written
    public static BlobStore open(Path root, BlobLimits limits, InstantSource clock) throws IOException {
        BlobStore store = new BlobStore(root, limits, clock);
        Files.createDirectories(store.blobs);
        Files.createDirectories(store.staging);
        WorkFolder.clean(store.staging);
        return store;
    }

    public BlobLimits limits() {
        return limits;
    }

    /// What a put found.
    public enum Put {
        /// It is here now, durably.
        CREATED,
        /// It was here before; nothing was read.
        PRESENT
    }

    /// Takes a file in. When it returns the file survives a crash; when it throws nothing is kept.
    ///
    /// @throws ServingException `INVALID_REQUEST` when the bytes have another digest, `CANCELLED`
    ///     when they ended too early, `PAYLOAD_TOO_LARGE`, `INSUFFICIENT_STORAGE`, `OVERLOADED` when
    ///     too many uploads run, `INTERNAL` when the disk is at fault
    public Put put(String owner, Digest digest, Incoming incoming) {
        try {
            Path target = place(owner, digest);
            if (find(owner, digest).isPresent()) {
                return Put.PRESENT;
            }
            try (WorkFolder work = WorkFolder.take(staging)) {
                Path draft = work.path().resolve("blob");
                checkDigest(digest, new BlobWriter(room).write(incoming, draft));
                Files.setLastModifiedTime(draft, FileTime.from(clock.instant()));
                makeFolder(target.getParent());
                Durable.publish(draft, target);
            }
            return Put.CREATED;
        } catch (IOException e) {
            throw diskFault("the upload of " + digest, e);
        }
    }

    private static void checkDigest(Digest expected, BlobWriter.Written written) {
        if (!written.digest().equals(expected)) {
            throw ServingException.of(
                    ErrorCode.INVALID_REQUEST,
                    "digest",
                    "digest is " + expected + "; the " + written.bytes() + " bytes that came have " + written.digest());
        }
    }

    /// A file that is here; from now on its grace begins anew.
    ///
    /// @throws ServingException `INTERNAL` when the disk is at fault
    public Optional<StoredBlob> find(String owner, Digest digest) {
        Path path = place(owner, digest);
        try {
            Files.setLastModifiedTime(path, FileTime.from(clock.instant()));
            return Optional.of(read(owner, path));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw diskFault("blob " + digest, e);
        }
    }

    /// Gives a file one more name, which stays when the blob goes. The name's folder is not synced.
    ///
    /// @param name on the same file system; must not exist
    /// @return false when there is no such blob
    public boolean link(String owner, Digest digest, Path name) {
        try {
            Files.createLink(name, place(owner, digest));
            return true;
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException(name + " is there already", e);
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw diskFault("blob " + digest, e);
        }
    }

    /// Deletes what nobody uses and whose grace is over.
    ///
    /// @param used what models are made of
    /// @return what was deleted
    public List<StoredBlob> sweep(UsedBlobs used) {
        try {
            List<StoredBlob> gone = new ArrayList<>();
            for (StoredBlob blob : SweepDecider.decide(list(), used, clock.instant(), limits.grace())) {
                Path path = place(blob.owner(), blob.digest());
                // Who asked for it meanwhile may count on it.
                if (read(blob.owner(), path).equals(blob) && Files.deleteIfExists(path)) {
                    gone.add(blob);
                }
            }
            return gone;
        } catch (IOException e) {
            throw diskFault("sweeping blobs", e);
        }
    }

    private List<StoredBlob> list() throws IOException {
        List<StoredBlob> all = new ArrayList<>();
        for (Path owner : children(blobs)) {
            for (Path file : children(owner)) {
                if (NAME.matcher(file.getFileName().toString()).matches()) {
                    all.add(read(owner.getFileName().toString(), file));
                }
            }
        }
        return all;
    }

    private static List<Path> children(Path folder) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.sorted().toList();
        }
    }

    private static StoredBlob read(String owner, Path path) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        Instant lastUse = attributes.lastModifiedTime().toInstant();
        return new StoredBlob(owner, new Digest("sha256:" + path.getFileName()), attributes.size(), lastUse);
    }

    private Path place(String owner, Digest digest) {
        if (!OWNER.matcher(owner).matches()) {
            throw new IllegalArgumentException("'" + owner + "' is not a tenant's name");
        }
        return blobs.resolve(owner).resolve(digest.hex());
    }

    private void makeFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
            Durable.syncFolder(blobs);
        }
    }

    private static ServingException diskFault(String what, IOException e) {
        boolean full = String.valueOf(e.getMessage()).contains("No space left");
        return full
                ? ServingException.causedBy(ErrorCode.INSUFFICIENT_STORAGE, what + ": the disk is full", e)
                : ServingException.causedBy(ErrorCode.INTERNAL, what + ": the disk failed; the log says how", e);
    }
}
