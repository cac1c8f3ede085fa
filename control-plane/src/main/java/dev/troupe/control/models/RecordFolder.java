package dev.troupe.control.models;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.Durable;
import dev.troupe.store.WorkFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Records on disk, and beside each that is not packed yet the folder of its files. Both are named by
/// the hash of tenant and name, since names are data; a source folder also by its record's time, so
/// that a model that takes another's place does not take its files. One caller at a time.
final class RecordFolder {
    private static final String SUFFIX = ".json";

    private final Path records;
    private final Path sources;
    private final Path incoming;

    private RecordFolder(Path root) {
        this.records = root.resolve("records");
        this.sources = root.resolve("sources");
        this.incoming = root.resolve("unchecked");
    }

    /// Makes what is missing, and deletes what a killed process left half done.
    static RecordFolder open(Path root) throws IOException {
        RecordFolder folder = new RecordFolder(root);
        Files.createDirectories(folder.records);
        Files.createDirectories(folder.sources);
        Files.createDirectories(folder.incoming);
        WorkFolder.clean(folder.incoming);
        return folder;
    }

    /// A place for files that are still to be checked.
    WorkFolder take() throws IOException {
        return WorkFolder.take(incoming);
    }

    /// All records; source folders that none belongs to are deleted.
    ///
    /// @throws IOException naming the file that cannot be read
    List<ModelRecord> list() throws IOException {
        List<ModelRecord> all = new ArrayList<>();
        Set<Path> wanted = new HashSet<>();
        for (Path file : children(records)) {
            if (file.toString().endsWith(SUFFIX)) {
                ModelRecord record = read(file);
                all.add(record);
                wanted.add(sources(record));
            }
        }
        for (Path left : children(sources)) {
            if (!wanted.contains(left)) {
                Durable.deleteTree(left);
            }
        }
        return all;
    }

    private static ModelRecord read(Path file) throws IOException {
        try {
            return RecordJson.read(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /// Where the files of a record lie until it is packed.
    Path sources(ModelRecord record) {
        return sources.resolve(id(record) + "-" + record.created().toEpochMilli());
    }

    /// Moves checked files, whose folders are durable but for `checked` itself.
    void adopt(Path checked, ModelRecord record) throws IOException {
        Durable.deleteTree(sources(record));
        Durable.rename(checked, sources(record));
    }

    /// Durable when it returns.
    void save(ModelRecord record) {
        Path file = records.resolve(id(record) + SUFFIX);
        try {
            Durable.replace(file, records.resolve(id(record) + ".draft"), RecordJson.write(record));
        } catch (IOException e) {
            throw ServingException.causedBy(ErrorCode.INTERNAL, "model " + record.name() + " cannot be written", e);
        }
    }

    void dropSources(ModelRecord record) {
        try {
            Durable.deleteTree(sources(record));
        } catch (IOException e) {
            throw ServingException.causedBy(ErrorCode.INTERNAL, "files of " + record.name() + " cannot be deleted", e);
        }
    }

    /// Durable when it returns.
    void delete(ModelRecord record) {
        try {
            Files.deleteIfExists(records.resolve(id(record) + SUFFIX));
            Durable.syncFolder(records);
            Durable.deleteTree(sources(record));
        } catch (IOException e) {
            throw ServingException.causedBy(ErrorCode.INTERNAL, "model " + record.name() + " cannot be deleted", e);
        }
    }

    private static String id(ModelRecord record) {
        String name = record.tenant() + "/" + record.name();
        return Digest.of(Digest.sha256().digest(name.getBytes(StandardCharsets.UTF_8)))
                .hex();
    }

    private static List<Path> children(Path folder) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.sorted().toList();
        }
    }
}
