package dev.troupe.store.safetensors;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.troupe.store.format.FormatLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The smallest folder of a family, to be changed by tests before it is written: width 64, four heads
/// of 16 with two KV heads, an MLP of 96, two layers, 300 tokens.
public final class ModelFolders {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode config;
    private final Map<String, int[]> shapes = new LinkedHashMap<>();

    public ModelFolders(String family) {
        config = parse("""
                {"architectures": ["%s"], "vocab_size": 300, "hidden_size": 64, "intermediate_size": 96,
                 "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16,
                 "max_position_embeddings": 128, "rms_norm_eps": 1e-5, "rope_theta": 10000.0,
                 "tie_word_embeddings": true, "torch_dtype": "float32"}""".formatted(family));
        tensor("model.embed_tokens.weight", 300, 64);
        tensor("model.norm.weight", 64);
        for (int layer = 0; layer < 2; layer++) {
            layer("input_layernorm.weight", layer, 64);
            layer("post_attention_layernorm.weight", layer, 64);
            layer("self_attn.q_proj.weight", layer, 64, 64);
            layer("self_attn.k_proj.weight", layer, 32, 64);
            layer("self_attn.v_proj.weight", layer, 32, 64);
            layer("self_attn.o_proj.weight", layer, 64, 64);
            layer("mlp.gate_proj.weight", layer, 96, 64);
            layer("mlp.up_proj.weight", layer, 96, 64);
            layer("mlp.down_proj.weight", layer, 64, 96);
        }
    }

    /// Puts keys over those that are there; null takes one away.
    public ModelFolders config(String json) {
        parse(json).properties().forEach(entry -> {
            if (entry.getValue().isNull()) {
                config.remove(entry.getKey());
            } else {
                config.set(entry.getKey(), entry.getValue());
            }
        });
        return this;
    }

    /// @param shape outermost first
    public ModelFolders tensor(String name, int... shape) {
        shapes.put(name, shape);
        return this;
    }

    /// The same tensor in both layers.
    public ModelFolders layers(String name, int... shape) {
        layer(name, 0, shape);
        layer(name, 1, shape);
        return this;
    }

    public ModelFolders without(String name) {
        shapes.remove(name);
        return this;
    }

    public ModelFolders withoutLayers(String name) {
        return without("model.layers.0." + name).without("model.layers.1." + name);
    }

    public Path writeTo(Path folder) {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("config.json"), config.toString());
            Files.write(folder.resolve("model.safetensors"), weights());
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public FolderModel read(Path folder) {
        return FolderModel.read(writeTo(folder), FormatLimits.defaults());
    }

    byte[] weights() {
        SafetensorsFile file = new SafetensorsFile();
        shapes.forEach((name, shape) -> file.tensor(
                name,
                "F32",
                Arrays.stream(shape).mapToObj(String::valueOf).collect(Collectors.joining(",")),
                numbers(name, Arrays.stream(shape).reduce(1, (a, b) -> a * b))));
        return file.bytes();
    }

    /// Numbers that depend on the name alone.
    public static byte[] numbers(String name, int count) {
        Random random = new Random(name.hashCode());
        ByteBuffer bytes = ByteBuffer.allocate(count * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        IntStream.range(0, count).forEach(_ -> bytes.putFloat((float) random.nextGaussian()));
        return bytes.array();
    }

    private void layer(String name, int layer, int... shape) {
        tensor("model.layers." + layer + "." + name, shape);
    }

    private static ObjectNode parse(String json) {
        try {
            return (ObjectNode) JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
