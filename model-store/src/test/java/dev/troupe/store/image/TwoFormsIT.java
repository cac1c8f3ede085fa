package dev.troupe.store.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.layout.PanelUnpacker;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.format.GgufFile;
import dev.troupe.store.format.GgufReader;
import dev.troupe.store.format.GgufWriter;
import dev.troupe.store.format.QuantGroups;
import dev.troupe.store.safetensors.ModelFolders;
import dev.troupe.store.source.TensorData;
import dev.troupe.store.spec.ModelDescription;
import dev.troupe.store.spec.ModelFamilies;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// One tiny model, written as a folder and as GGUF, is one image.
class TwoFormsIT {
    private static final int HEAD = 16;
    private static final List<String> NAMES = List.of(
            "attn_norm.weight=input_layernorm.weight",
            "ffn_norm.weight=post_attention_layernorm.weight",
            "attn_q.weight=self_attn.q_proj.weight",
            "attn_k.weight=self_attn.k_proj.weight",
            "attn_v.weight=self_attn.v_proj.weight",
            "attn_output.weight=self_attn.o_proj.weight",
            "ffn_gate.weight=mlp.gate_proj.weight",
            "ffn_up.weight=mlp.up_proj.weight",
            "ffn_down.weight=mlp.down_proj.weight");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"LlamaForCausalLM, llama, true", "Qwen2ForCausalLM, qwen2, false"})
    void ms12BothFormsGiveOneImage(String className, String architecture, boolean interleaved) throws IOException {
        ModelFolders model = new ModelFolders(className);
        List<String> biases = interleaved ? List.of() : List.of("q", "k", "v");
        biases.forEach(each -> model.layers("self_attn." + each + "_proj.bias", each.equals("q") ? 64 : 32));
        ModelDescription first = ModelFamilies.describe(model.read(folder));
        GgufFile file = gguf(architecture, interleaved, biases);
        ModelDescription second = ModelFamilies.describe(file);
        assertThat(second.spec()).isEqualTo(first.spec());
        assertThat(pack(second, Optional.empty())).isEqualTo(pack(first, Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"Q8_0, Q8_0", "Q4_0, Q8_0", "Q4_1, Q8_0"})
    void quantisingGivesTheBytesOfAQuantisedFile(Quantization wish, WeightFormat table) throws IOException {
        ModelDescription model = ModelFamilies.describe(new ModelFolders("LlamaForCausalLM").read(folder));
        ImagePlan plan = ImagePlanner.plan(model, Optional.of(wish));
        assertThat(plan.places().get("embedding").format()).isEqualTo(table);
        assertThat(plan.places().get("layers.1.qkv").format().name()).isEqualTo(wish.name());
        assertThat(plan.places().get("layers.1.mlp_norm").format()).isEqualTo(WeightFormat.F32);
        byte[] image = pack(model, Optional.of(wish));
        assertThat(image).isEqualTo(pack(model, Optional.of(wish)));
        TensorPlace down = plan.places().get("layers.0.down");
        ByteBuffer row = ByteBuffer.allocate((int) down.format().rowBytes(96)).order(ByteOrder.LITTLE_ENDIAN);
        QuantGroups.encode(down.format(), numbers("model.layers.0.mlp.down_proj.weight", 64 * 96, 96), row);
        ByteBuffer packed = ByteBuffer.allocate(row.capacity());
        new PanelUnpacker(
                        down.format(),
                        down.outputs(),
                        down.inputs(),
                        PanelUnpacker.Half.WHOLE,
                        ByteBuffer.wrap(image, (int) down.offset(), (int) down.bytes())
                                .slice()
                                .order(ByteOrder.LITTLE_ENDIAN))
                .row(0, packed);
        assertThat(packed.flip()).isEqualTo(row.flip());
    }

    @Test
    void whatIsQuantisedIsNotQuantisedAgain() throws IOException {
        GgufFile file = gguf("llama", true, List.of());
        ModelDescription quantised = OtherFormats.ofGates(ModelFamilies.describe(file), WeightFormat.Q8_0);
        assertThatThrownBy(() -> ImagePlanner.plan(quantised, Optional.of(Quantization.Q4_0)))
                .hasMessage("tensor 'blk.0.ffn_gate.weight': is Q8_0; to quantise to Q4_0, F32, F16 or BF16 is needed");
    }

    private static byte[] pack(ModelDescription model, Optional<Quantization> wish) throws IOException {
        MemoryImage image = new MemoryImage();
        try (TensorData data = TensorData.onDisk()) {
            ImagePacker.pack(model, wish, data, image, (done, total) -> {});
        }
        return image.content();
    }

    private GgufFile gguf(String architecture, boolean interleaved, List<String> biases) throws IOException {
        Path path = folder.resolve("same.gguf");
        List<byte[]> contents = new ArrayList<>();
        try (GgufWriter writer = GgufWriter.create(path)) {
            String prefix = architecture + ".";
            writer.put("general.architecture", architecture)
                    .put(prefix + "block_count", 2)
                    .put(prefix + "context_length", 128)
                    .put(prefix + "embedding_length", 64)
                    .put(prefix + "feed_forward_length", 96)
                    .put(prefix + "attention.head_count", 4)
                    .put(prefix + "attention.head_count_kv", 2)
                    .put(prefix + "attention.layer_norm_rms_epsilon", 1e-5f);
            add(writer, contents, "token_embd.weight", "model.embed_tokens.weight", 300, 64);
            add(writer, contents, "output_norm.weight", "model.norm.weight", 0, 64);
            for (int layer = 0; layer < 2; layer++) {
                for (String pair : NAMES) {
                    String[] names = pair.split("=", -1);
                    String from = "model.layers." + layer + "." + names[1];
                    String to = "blk." + layer + "." + names[0];
                    add(writer, contents, to, from, rows(names[0]), names[0].startsWith("ffn_down") ? 96 : 64);
                    if (interleaved && (names[0].startsWith("attn_q.") || names[0].startsWith("attn_k."))) {
                        contents.add(interleave(contents.removeLast()));
                    }
                }
                for (String bias : biases) {
                    String from = "model.layers." + layer + ".self_attn." + bias + "_proj.bias";
                    add(
                            writer,
                            contents,
                            "blk." + layer + ".attn_" + bias + ".bias",
                            from,
                            0,
                            bias.equals("q") ? 64 : 32);
                }
            }
            writer.startData();
            for (byte[] content : contents) {
                writer.write(ByteBuffer.wrap(content));
            }
        }
        return new GgufReader(FormatLimits.defaults()).read(path);
    }

    private static int rows(String name) {
        if (name.contains("norm")) {
            return 0;
        }
        return name.startsWith("attn_k") || name.startsWith("attn_v") ? 32 : name.matches("ffn_(gate|up).*") ? 96 : 64;
    }

    private static void add(GgufWriter writer, List<byte[]> contents, String to, String from, int rows, int width) {
        if (rows == 0) {
            writer.vector(to, WeightFormat.F32, width);
        } else {
            writer.matrix(to, WeightFormat.F32, rows, width);
        }
        contents.add(ModelFolders.numbers(from, Math.max(rows, 1) * width));
    }

    /// Row i of a head's first half goes to 2i, of its second half to 2i + 1.
    private static byte[] interleave(byte[] rows) {
        int rowBytes = 64 * Float.BYTES;
        byte[] mixed = new byte[rows.length];
        for (int row = 0; row < rows.length / rowBytes; row++) {
            int inHead = row % HEAD;
            int to = row - inHead + (inHead < HEAD / 2 ? 2 * inHead : 2 * (inHead - HEAD / 2) + 1);
            System.arraycopy(rows, row * rowBytes, mixed, to * rowBytes, rowBytes);
        }
        return mixed;
    }

    private static float[] numbers(String name, int count, int first) {
        float[] numbers = new float[first];
        ByteBuffer.wrap(ModelFolders.numbers(name, count))
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(numbers);
        return numbers;
    }
}
