package dev.troupe.store.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.format.FormatLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardsIT {
    private static final String ONE = "model-00001-of-00002.safetensors";
    private static final String TWO = "model-00002-of-00002.safetensors";

    @TempDir
    Path folder;

    @BeforeEach
    void writeShards() throws IOException {
        Files.writeString(folder.resolve("config.json"), "{\"architectures\": [\"LlamaForCausalLM\"]}");
        shard(ONE, "a", "b");
        shard(TWO, "c");
        index(Map.of("a", ONE, "b", ONE, "c", TWO));
    }

    @Test
    void shardsAreOneModel() {
        FolderModel model = FolderModel.read(folder, FormatLimits.defaults());
        assertThat(model.tensors()).containsOnlyKeys("a", "b", "c");
        assertThat(model.tensors().get("c").file()).isEqualTo(folder.resolve(TWO));
        assertThat(model.weightFiles()).containsExactly(ONE, TWO, "model.safetensors.index.json");
    }

    @Test
    void ms08AMissingShardIsNamed() throws IOException {
        Files.delete(folder.resolve(TWO));
        refused("weight_map: names 1 of 2 files that are not there: '" + TWO + "'");
    }

    @Test
    void ms08ATensorThatItsShardLacksIsNamed() throws IOException {
        index(Map.of("a", ONE, "b", ONE, "c", TWO, "d", TWO));
        refused("tensor 'd': is not in " + TWO);
        index(Map.of("a", ONE, "c", TWO));
        refused("tensor 'b': is in " + ONE + ", but not in the index");
        index(Map.of("a", ONE, "b", TWO, "c", TWO));
        refused("tensor 'b': should be in " + TWO + ", but is in " + ONE);
    }

    @Test
    void ms08ATensorInTwoShardsIsNamed() throws IOException {
        shard(TWO, "b", "c");
        refused("tensor 'b': is also in " + ONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../" + ONE,
                "/tmp/" + ONE,
                "x/" + ONE,
                "..",
                ".safetensors",
                "a\\\\b.safetensors",
                "a\\u0000.safetensors",
                "m\\u043edel.safetensors",
                "pytorch_model.bin"
            })
    void ms08NamesThatLeaveTheFolderAreRefused(String name) throws IOException {
        Files.writeString(
                folder.resolve("model.safetensors.index.json"), "{\"weight_map\": {\"a\": \"%s\"}}".formatted(name));
        refused("which is no name of a safetensors file");
    }

    @Test
    void ms08FoldersWithoutTensorsAreNamed() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("x.safetensors"));
        assertThatThrownBy(() -> FolderModel.read(empty, FormatLimits.defaults()))
                .hasMessageContaining("x.safetensors: folder: has neither model.safetensors nor")
                .hasMessageContaining("it has no files");
        Files.write(empty.resolve("pytorch_model.bin"), new byte[10]);
        assertThatThrownBy(() -> FolderModel.read(empty, FormatLimits.defaults()))
                .hasMessageContaining("file 'pytorch_model.bin': is a pickle")
                .hasMessageContaining("convert the model to safetensors");
    }

    @Test
    void aMissingOrTooLargeConfigurationIsNamed() throws IOException {
        Files.delete(folder.resolve("config.json"));
        refused("config.json: file: is missing");
        Files.write(folder.resolve("config.json"), new byte[(16 << 20) + 1]);
        refused("config.json: file: has 16777217 bytes; the limit is jsonBytes = 16777216");
        Files.writeString(folder.resolve("config.json"), "{\"a\": 1, \"a\": 2}");
        refused("Duplicate field 'a'");
        Files.writeString(folder.resolve("config.json"), "[".repeat(50_000));
        refused("nesting depth");
    }

    private void shard(String name, String... tensors) throws IOException {
        SafetensorsFile file = new SafetensorsFile();
        for (String tensor : tensors) {
            file.tensor(tensor, "F32", "2", new byte[8]);
        }
        Files.write(folder.resolve(name), file.bytes());
    }

    private void index(Map<String, String> files) throws IOException {
        String map = files.entrySet().stream()
                .map(entry -> "\"%s\": \"%s\"".formatted(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
        Files.writeString(
                folder.resolve("model.safetensors.index.json"),
                "{\"metadata\": {\"total_size\": 24}, \"weight_map\": {%s}}".formatted(map));
    }

    private void refused(String message) {
        assertThatThrownBy(() -> FolderModel.read(folder, FormatLimits.defaults()))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_MODEL_FILE))
                .hasMessageContaining(message);
    }
}
