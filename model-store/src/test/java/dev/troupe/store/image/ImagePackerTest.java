package dev.troupe.store.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.layout.PanelLayout;
import dev.troupe.kernel.layout.PanelUnpacker;
import dev.troupe.kernel.layout.PanelUnpacker.Half;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.format.GgufFile;
import dev.troupe.store.format.GgufFiles;
import dev.troupe.store.format.QuantGroups;
import dev.troupe.store.generated.GeneratedModel;
import dev.troupe.store.generated.GeneratedModels;
import dev.troupe.store.generated.WeightFormats;
import dev.troupe.store.image.ImageManifest.Chunk;
import dev.troupe.store.source.MemoryBytes;
import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.source.TensorData;
import dev.troupe.store.spec.AttentionSpec;
import dev.troupe.store.spec.BlockSpec;
import dev.troupe.store.spec.ModelDescription;
import dev.troupe.store.spec.ModelFamilies;
import dev.troupe.store.spec.ModelSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ImagePackerTest {
    private static final WeightFormat F16 = WeightFormat.F16;
    private static final WeightFormat Q8 = WeightFormat.Q8_0;
    private static final WeightFormat Q4 = WeightFormat.Q4_1;

    /// Widths that are no multiple of a panel, three layers, heads of 16.
    private static final ModelSpec ODD =
            new ModelSpec("llama", 301, 128, 96, 160, 3, AttentionSpec.plain(6, 3, 16, 10_000), BlockSpec.plain(1e-5f));

    /// The same for formats of 256.
    private static final ModelSpec WIDE = new ModelSpec(
            "llama", 301, 128, 256, 512, 1, AttentionSpec.plain(16, 4, 16, 10_000), BlockSpec.plain(1e-5f));

    private byte[] content;
    private GgufFile file;
    private final MemoryImage image = new MemoryImage();

    @ParameterizedTest
    @EnumSource
    void unpackingGivesBackTheFilesRows(WeightFormat format) throws IOException {
        ModelSpec spec = format.groupSize() > 32 ? WIDE : ODD;
        int qWidth = spec.attention().qWidth();
        int kvWidth = spec.attention().kvWidth();
        ImageManifest manifest = pack(new GeneratedModel(spec, WeightFormats.all(format), false, 11));
        assertRows(manifest, "embedding", Half.WHOLE, 0, "token_embd.weight", 1);
        assertRows(manifest, "head", Half.WHOLE, 0, "output.weight", 1);
        for (int layer = 0; layer < spec.layers(); layer++) {
            String to = "layers." + layer + ".";
            String from = "blk." + layer + ".";
            assertRows(manifest, to + "qkv", Half.WHOLE, 0, from + "attn_q.weight", 16);
            assertRows(manifest, to + "qkv", Half.WHOLE, qWidth, from + "attn_k.weight", 16);
            assertRows(manifest, to + "qkv", Half.WHOLE, qWidth + kvWidth, from + "attn_v.weight", 1);
            assertRows(manifest, to + "attention_output", Half.WHOLE, 0, from + "attn_output.weight", 1);
            assertRows(manifest, to + "gate_up", Half.GATE, 0, from + "ffn_gate.weight", 1);
            assertRows(manifest, to + "gate_up", Half.UP, 0, from + "ffn_up.weight", 1);
            assertRows(manifest, to + "down", Half.WHOLE, 0, from + "ffn_down.weight", 1);
            assertVector(manifest, to + "attention_norm", from + "attn_norm.weight");
            assertVector(manifest, to + "mlp_norm", from + "ffn_norm.weight");
        }
        assertVector(manifest, "output_norm", "output_norm.weight");
    }

    @Test
    void qAndKAndVStayApartWhenTheirFormatsDiffer() throws IOException {
        ImageManifest manifest = pack(new GeneratedModel(ODD, new WeightFormats(Q8, Q4, Q8, Q4, Q4, F16, Q8), true, 2));
        assertThat(manifest.tensors()).doesNotContainKey("layers.0.qkv");
        assertRows(manifest, "layers.2.q", Half.WHOLE, 0, "blk.2.attn_q.weight", 16);
        assertRows(manifest, "layers.2.k", Half.WHOLE, 0, "blk.2.attn_k.weight", 16);
        assertRows(manifest, "layers.2.v", Half.WHOLE, 0, "blk.2.attn_v.weight", 1);
        assertRows(manifest, "layers.2.down", Half.WHOLE, 0, "blk.2.ffn_down.weight", 1);
    }

    @Test
    void interleavedRowsBecomeHalfSplit() {
        SourceTensor any = new SourceTensor("q", F16, List.of(4L, 128L), Path.of("any"), 0, 1024);
        RowPart part = new RowPart(any, F16, 64);
        assertThat(part.sourceRow(0)).isEqualTo(0);
        assertThat(part.sourceRow(1)).isEqualTo(2);
        assertThat(part.sourceRow(31)).isEqualTo(62);
        assertThat(part.sourceRow(32)).isEqualTo(1);
        assertThat(part.sourceRow(63)).isEqualTo(63);
        assertThat(part.sourceRow(64 + 33)).isEqualTo(64 + 3);
    }

    @Test
    void aTiedHeadIsTheEmbeddingsPlace() throws IOException {
        ImageManifest manifest = pack(GeneratedModel.small(WeightFormats.layers(Q4), 4));
        assertThat(manifest.tensors().get("head")).isEqualTo(manifest.tensors().get("embedding"));
        assertThat(manifest.layout()).isEqualTo(PanelLayout.ID);
    }

    @Test
    void gatesAndChunksCoverTheImageInTheOrderOfUse() throws IOException {
        AttentionSpec attention = AttentionSpec.plain(4, 4, 64, 10_000);
        ModelSpec spec = new ModelSpec("llama", 4000, 64, 256, 1500, 2, attention, BlockSpec.plain(1e-5f));
        ImageManifest manifest = pack(new GeneratedModel(spec, WeightFormats.all(F16), true, 4));
        assertThat(manifest.gateEnds()).hasSize(4).allMatch(end -> end % 4096 == 0);
        assertThat(manifest.bytes()).isEqualTo(image.content().length);
        long next = 0;
        for (Chunk chunk : manifest.chunks()) {
            assertThat(chunk.offset()).isEqualTo(next);
            long end = chunk.offset() + chunk.bytes();
            assertThat(manifest.gateEnds()).noneMatch(gate -> chunk.offset() < gate && gate < end);
            assertThat(chunk.bytes())
                    .isLessThanOrEqualTo(end <= manifest.gateEnds().getFirst() ? 256 << 10 : 1 << 20);
            next = end;
        }
        assertThat(next).isEqualTo(manifest.bytes());
        manifest.tensors()
                .values()
                .forEach(place -> assertThat(place.offset() % 64).isZero());
    }

    @Test
    void packingInManyBandsIsPackingAtOnce() throws IOException {
        AttentionSpec attention = AttentionSpec.plain(2, 1, 64, 10_000);
        ModelSpec spec = new ModelSpec("llama", 70_001, 64, 128, 9001, 1, attention, BlockSpec.plain(1e-5f));
        WeightFormats formats = new WeightFormats(Q4, Q8, Q8, Q8, Q8, F16, Q8);
        ImageManifest manifest = pack(new GeneratedModel(spec, formats, true, 9));
        assertThat(manifest.tensors().get("embedding").bytes()).isGreaterThan(4 << 20);
        assertRows(manifest, "embedding", Half.WHOLE, 0, "token_embd.weight", 1);
        assertRows(manifest, "layers.0.gate_up", Half.UP, 0, "blk.0.ffn_up.weight", 1);
    }

    @Test
    void gateAndUpStayApartWhenTheirFormatsDiffer() throws IOException {
        content = GeneratedModels.bytes(GeneratedModel.small(WeightFormats.all(Q8), 4));
        file = GgufFiles.read(content);
        ModelDescription model = ModelFamilies.describe(file);
        SourceTensor gate = model.tensors().layers().getFirst().mlp().gate();
        ModelDescription mixed = OtherFormats.ofGates(model, Q4);
        List<String> names = ImagePlanner.plan(mixed, Optional.empty()).tensors().stream()
                .map(PlannedTensor::name)
                .toList();
        assertThat(gate.format()).isEqualTo(Q8);
        assertThat(names).contains("layers.0.gate", "layers.0.up").doesNotContain("layers.0.gate_up");
    }

    private ImageManifest pack(GeneratedModel model) throws IOException {
        content = GeneratedModels.bytes(model);
        file = GgufFiles.read(content);
        try (TensorData data = MemoryBytes.data(content)) {
            return ImagePacker.pack(ModelFamilies.describe(file), Optional.empty(), data, image, (done, total) -> {});
        }
    }

    /// @param headSize of interleaved rows, 1 for rows in the file's order
    private void assertRows(
            ImageManifest manifest, String name, Half half, int firstRow, String tensorName, int headSize) {
        TensorPlace place = manifest.tensors().get(name);
        SourceTensor tensor = file.tensor(tensorName).orElseThrow();
        PanelUnpacker unpacker =
                new PanelUnpacker(place.format(), place.outputs(), place.inputs(), half, image.at(place));
        int rowBytes = (int) place.format().rowBytes(place.inputs());
        for (int head = 0; head < tensor.dimensions().get(1); head += headSize) {
            for (int i = 0; i < Math.max(headSize / 2, 1); i++) {
                for (int j = 0; j < Math.min(headSize, 2); j++) {
                    ByteBuffer row = ByteBuffer.allocate(rowBytes);
                    unpacker.row(firstRow + head + headSize / 2 * j + i, row);
                    int from = (int) tensor.offset() + (head + 2 * i + j) * rowBytes;
                    assertThat(row.flip())
                            .as("%s head row %d, %d, %d", name, head, i, j)
                            .isEqualTo(ByteBuffer.wrap(content, from, rowBytes));
                }
            }
        }
    }

    private void assertVector(ImageManifest manifest, String name, String tensorName) {
        SourceTensor tensor = file.tensor(tensorName).orElseThrow();
        TensorPlace place = manifest.tensors().get(name);
        float[] expected = new float[place.inputs()];
        ByteBuffer source = ByteBuffer.wrap(content, (int) tensor.offset(), (int) tensor.bytes());
        QuantGroups.decode(tensor.format(), source.slice().order(ByteOrder.LITTLE_ENDIAN), expected);
        float[] actual = new float[place.inputs()];
        image.at(place).asFloatBuffer().get(actual);
        assertThat(actual).isEqualTo(expected);
    }
}
