package dev.troupe.store.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.format.GgufFile;
import dev.troupe.store.format.GgufFiles;
import dev.troupe.store.generated.GeneratedModel;
import dev.troupe.store.generated.GeneratedModels;
import dev.troupe.store.generated.WeightFormats;
import dev.troupe.store.source.MemoryBytes;
import dev.troupe.store.source.TensorData;
import dev.troupe.store.spec.ModelFamilies;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestJsonTest {
    @Test
    void aManifestComesBackAsItWasWrittenAndIsAlwaysTheSameBytes() throws IOException {
        ImageManifest manifest = manifest();
        byte[] json = ManifestJson.write(manifest);
        assertThat(read(json)).isEqualTo(manifest);
        assertThat(ManifestJson.write(read(json))).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "schema":3 | "schema":4 | schema is 4; this version reads 1 to 3
                    "tokenCount":512 | "tokenCount":513 | tokenCount: is 513 for 512 rows
                    "tokenCount":512, | '' | tokenCount
                    "schema":3 | "schema":1.5 | schema
                    "schema":3 | "schema":3,"extra":1 | extra
                    portable-1/cpu | portable-9/cpu | layout: 'portable-9/cpu' is not known
                    "layers":3 | "layers":4 | gateEnds: must have 6 entries
                    "headSize":16 | "headSize":32 | qkv
                    "family":"llama", | '' | family
                    "kind":"PAIR" | "kind":"TRIPLE" | TRIPLE
                    "format":"Q8_0" | "format":"F16" | its bytes are
                    "inputs":64,"offset":37120 | "inputs":64,"offset":37128 | is misaligned
                    "layers.1.down" | "layers.1.dawn" | layers.1.down: is missing
                    """)
    void aChangedManifestIsRefusedByItsEntry(String from, String to, String message) throws IOException {
        String json = new String(ManifestJson.write(manifest()), StandardCharsets.UTF_8);
        assertThat(json).contains(from);
        byte[] changed = json.replace(from, to).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> read(changed)).isInstanceOf(IOException.class).hasMessageContaining(message);
    }

    @Test
    void cutOrTrailingJsonIsRefused() throws IOException {
        byte[] json = ManifestJson.write(manifest());
        String cut = new String(json, 0, json.length / 2, StandardCharsets.UTF_8);
        assertThatThrownBy(() -> read(cut.getBytes(StandardCharsets.UTF_8))).isInstanceOf(IOException.class);
        String longer = new String(json, StandardCharsets.UTF_8) + "{}";
        assertThatThrownBy(() -> read(longer.getBytes(StandardCharsets.UTF_8))).isInstanceOf(IOException.class);
    }

    @Test
    void aManifestOfTheFirstSchemaAsksForTheTokens() throws IOException {
        ImageManifest manifest = manifest();
        String old = OldManifests.withoutTokens(new String(ManifestJson.write(manifest), StandardCharsets.UTF_8));
        assertThat(old).doesNotContain("tokenCount");
        ImageManifest read = ManifestJson.read(old.getBytes(StandardCharsets.UTF_8), () -> 500);
        assertThat(read.tokenCount()).isEqualTo(500);
        assertThat(read.spec()).isEqualTo(manifest.spec());
        assertThat(read.tensors()).isEqualTo(manifest.tensors());
    }

    @Test
    void aManifestOfTheSecondSchemaMeansALlama() throws IOException {
        ImageManifest manifest = manifest();
        String old = OldManifests.withLlamaOnly(new String(ManifestJson.write(manifest), StandardCharsets.UTF_8));
        assertThat(old).contains("ropeBase").doesNotContain("pattern");
        assertThat(read(old.getBytes(StandardCharsets.UTF_8))).isEqualTo(manifest);
    }

    private static ImageManifest read(byte[] json) throws IOException {
        return ManifestJson.read(json, () -> {
            throw new AssertionError("this manifest says how many tokens there are");
        });
    }

    private static ImageManifest manifest() throws IOException {
        byte[] content = GeneratedModels.bytes(GeneratedModel.small(WeightFormats.layers(WeightFormat.Q4_1), 1));
        GgufFile file = GgufFiles.read(content);
        try (TensorData data = MemoryBytes.data(content)) {
            return ImagePacker.pack(
                    ModelFamilies.describe(file), Optional.empty(), data, new MemoryImage(), (done, total) -> {});
        }
    }
}
