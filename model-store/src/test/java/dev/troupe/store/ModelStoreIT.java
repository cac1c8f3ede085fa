package dev.troupe.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.generated.GeneratedModel;
import dev.troupe.store.generated.WeightFormats;
import dev.troupe.store.image.ChunkSource;
import dev.troupe.store.image.ImageManifest.Chunk;
import dev.troupe.store.image.OldManifests;
import dev.troupe.store.template.ProvenanceText;
import dev.troupe.store.text.TextModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelStoreIT {
    @TempDir
    Path folder;

    private Path file;
    private Path root;

    @BeforeEach
    void writeModel() throws IOException {
        file = folder.resolve("small.gguf");
        root = folder.resolve("store");
        GeneratedModel.small(WeightFormats.layers(WeightFormat.Q4_1), 3).writeTo(file);
    }

    @Test
    void anImportedModelIsFoundByAnotherStoreWithTheSameManifest() throws IOException {
        StoredModel model = ModelStore.open(root).importFile(file, ImportProgress.none());
        ModelStore later = ModelStore.open(root);
        assertThat(later.find(model.digest())).contains(model);
        assertThat(later.list()).containsExactly(model);
        assertThat(Files.mismatch(file, model.source())).isNegative();
        assertThat(model.digest()).isEqualTo(Digest.of(Digest.sha256().digest(Files.readAllBytes(file))));
    }

    @Test
    void aFolderOfTheFirstSchemaSaysTheSameAsANewOne() throws IOException {
        StoredModel model = ModelStore.open(root).importFile(file, ImportProgress.none());
        Path manifest = model.image().resolveSibling("manifest.json");
        String json = Files.readString(manifest);
        String old = OldManifests.withoutTokens(json);
        assertThat(old).isNotEqualTo(json).doesNotContain("tokenCount");
        Files.writeString(manifest, old);
        assertThat(ModelStore.open(root).find(model.digest())).contains(model);
    }

    @Test
    void aStoredModelSpeaksInItsOwnTokens() throws IOException {
        ModelStore store = ModelStore.open(root);
        TextModel text = store.text(store.importFile(file, ImportProgress.none()));
        List<Integer> ids = text.tokenizer().encode("Why is the sky blue? <|im_end|> Ünïcode");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ids.forEach(id -> bytes.writeBytes(text.tokenizer().bytes(id)));
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("Why is the sky blue? <|im_end|> Ünïcode");
        assertThat(ids).noneMatch(text.tokenizer()::isSpecial);
        List<Map<String, String>> messages = List.of(Map.of("role", "user", "content", "hello"));
        ProvenanceText prompt =
                text.chatTemplate().orElseThrow().render(Map.of("messages", messages, "add_generation_prompt", true));
        assertThat(prompt.plain()).isEqualTo("<|im_start|>user\nhello<|im_end|>\n<|im_start|>assistant\n");
        assertThat(text.tokenizer().encode(prompt)).startsWith(1).contains(2);
    }

    @Test
    void aFileWithoutAVocabularyIsRefusedAtTheDoor() throws IOException {
        byte[] content = Files.readAllBytes(file);
        int key = new String(content, StandardCharsets.ISO_8859_1).indexOf("tokenizer.ggml.tokens");
        content[key + 5] = 'X';
        Files.write(file, content);
        ModelStore store = ModelStore.open(root);
        assertThatThrownBy(() -> store.importFile(file, ImportProgress.none()))
                .isInstanceOf(ServingException.class)
                .hasMessageContaining("tokenizer.ggml.tokens");
        assertThat(store.list()).isEmpty();
    }

    @Test
    void importingAFileAgainOnlyReadsIt() throws IOException {
        ModelStore store = ModelStore.open(root);
        StoredModel first = store.importFile(file, ImportProgress.none());
        List<ImportProgress.Stage> stages = new ArrayList<>();
        StoredModel second = store.importFile(file, (stage, done, total) -> stages.add(stage));
        assertThat(second).isEqualTo(first);
        assertThat(stages).containsOnly(ImportProgress.Stage.HASH);
    }

    @Test
    void everyChunkOfAnImageReadsWithItsChecksum() throws IOException {
        ModelStore store = ModelStore.open(root);
        StoredModel model = store.importFile(file, ImportProgress.none());
        ByteBuffer image = ByteBuffer.allocate((int) model.manifest().bytes());
        try (ChunkSource source = store.openImage(model)) {
            for (int chunk = 0; chunk < source.manifest().chunks().size(); chunk++) {
                source.read(chunk, image);
            }
        }
        assertThat(image.hasRemaining()).isFalse();
        assertThat(image.array()).isEqualTo(Files.readAllBytes(model.image()));
    }

    @Test
    void aFlippedBitInAnImageIsFoundAndNamed() throws IOException {
        ModelStore store = ModelStore.open(root);
        StoredModel model = store.importFile(file, ImportProgress.none());
        Chunk second = model.manifest().chunks().get(1);
        flipByte(model.image(), second.offset() + 5);
        try (ChunkSource source = store.openImage(model)) {
            source.read(0, ByteBuffer.allocate(1 << 20));
            assertThatThrownBy(() -> source.read(1, ByteBuffer.allocate(1 << 20)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("chunk 1 at offset " + second.offset())
                    .hasMessageContaining("CRC32C");
        }
    }

    @Test
    void aDamagedModelIsReportedAndRepairedByImportingItsFileAgain() throws IOException {
        ModelStore store = ModelStore.open(root);
        StoredModel model = store.importFile(file, ImportProgress.none());
        try (RandomAccessFile image = new RandomAccessFile(model.image().toFile(), "rw")) {
            image.setLength(100);
        }
        assertThatThrownBy(() -> store.find(model.digest()))
                .isInstanceOf(ServingException.class)
                .hasMessageContaining("image.bin: has 100 bytes");
        assertThat(store.importFile(file, ImportProgress.none())).isEqualTo(model);
        assertThat(store.find(model.digest())).contains(model);
        assertThat(files(root.resolve("incoming"))).allMatch(name -> name.endsWith(".lock"));
    }

    @Test
    void aRefusedFileLeavesNothingBehind() throws IOException {
        ModelStore store = ModelStore.open(root);
        Path cut = folder.resolve("cut.gguf");
        byte[] whole = Files.readAllBytes(file);
        Files.write(cut, Arrays.copyOf(whole, whole.length - 64));
        assertThatThrownBy(() -> store.importFile(cut, ImportProgress.none()))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_MODEL_FILE))
                .hasMessageContaining("cut.gguf");
        assertThat(files(root)).containsExactlyInAnyOrder("models", "incoming");
        assertThat(files(root.resolve("models"))).isEmpty();
        assertThat(files(root.resolve("incoming"))).isEmpty();
    }

    @Test
    void aMissingFileIsTheCallersFault() throws IOException {
        ModelStore store = ModelStore.open(root);
        assertThatThrownBy(() -> store.importFile(folder.resolve("none.gguf"), ImportProgress.none()))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_MODEL_FILE))
                .hasMessageContaining("none.gguf: cannot be read");
    }

    @Test
    void concurrentImportsOfOneFileThroughTwoStoresEndInOneModel() throws Exception {
        List<ModelStore> stores = List.of(ModelStore.open(root), ModelStore.open(root));
        try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
            List<Future<StoredModel>> imports = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                ModelStore store = stores.get(i % 2);
                imports.add(threads.submit(() -> store.importFile(file, ImportProgress.none())));
            }
            StoredModel first = imports.getFirst().get();
            for (Future<StoredModel> other : imports) {
                assertThat(other.get()).isEqualTo(first);
            }
        }
        assertThat(files(root.resolve("models"))).hasSize(1);
        assertThat(files(root.resolve("incoming"))).allMatch(name -> name.endsWith(".lock"));
    }

    @Test
    void whatAKilledImportLeftGoesAtTheNextOpenAndWhatALivingOneHoldsStays() throws IOException {
        ModelStore.open(root);
        Path left = Files.createDirectories(root.resolve("incoming/work-3/new"));
        Files.write(left.resolve("image.bin"), new byte[100]);
        try (WorkFolder living = WorkFolder.take(root.resolve("incoming"))) {
            Files.write(living.path().resolve("mine"), new byte[1]);
            ModelStore.open(root);
            assertThat(root.resolve("incoming/work-3")).doesNotExist();
            assertThat(living.path().resolve("mine")).exists();
        }
        assertThat(files(root.resolve("incoming"))).allMatch(name -> name.endsWith(".lock"));
    }

    private static List<String> files(Path path) throws IOException {
        try (Stream<Path> all = Files.list(path)) {
            return all.map(each -> each.getFileName().toString()).toList();
        }
    }

    private static void flipByte(Path path, long offset) throws IOException {
        try (RandomAccessFile image = new RandomAccessFile(path.toFile(), "rw")) {
            image.seek(offset);
            int old = image.read();
            image.seek(offset);
            image.write(old ^ 1);
        }
    }
}
