package dev.troupe.store.spec;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.format.GgufFile;
import dev.troupe.store.format.GgufFiles;
import dev.troupe.store.format.GgufWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The smallest llama file, to be changed by tests before it is built.
final class LlamaFile {
    private final Map<String, Object> metadata = new LinkedHashMap<>();
    private final Map<String, Shape> tensors = new LinkedHashMap<>();

    private record Shape(WeightFormat format, int rows, int width) {}

    LlamaFile() {
        metadata.put("general.architecture", "llama");
        metadata.put("llama.block_count", 1);
        metadata.put("llama.context_length", 128);
        metadata.put("llama.embedding_length", 64);
        metadata.put("llama.feed_forward_length", 96);
        metadata.put("llama.attention.head_count", 4);
        metadata.put("llama.attention.head_count_kv", 2);
        metadata.put("llama.attention.layer_norm_rms_epsilon", 1e-5f);
        matrix("token_embd.weight", 300, 64);
        vector("blk.0.attn_norm.weight", 64);
        matrix("blk.0.attn_q.weight", 64, 64);
        matrix("blk.0.attn_k.weight", 32, 64);
        matrix("blk.0.attn_v.weight", 32, 64);
        matrix("blk.0.attn_output.weight", 64, 64);
        vector("blk.0.ffn_norm.weight", 64);
        matrix("blk.0.ffn_gate.weight", 96, 64);
        matrix("blk.0.ffn_up.weight", 96, 64);
        matrix("blk.0.ffn_down.weight", 64, 96);
        vector("output_norm.weight", 64);
    }

    /// Renames the architecture and its keys.
    LlamaFile as(String architecture) {
        Map<String, Object> old = new LinkedHashMap<>(metadata);
        metadata.clear();
        old.forEach((key, value) -> metadata.put(key.replaceFirst("^llama\\.", architecture + "."), value));
        return put("general.architecture", architecture);
    }

    LlamaFile put(String key, Object value) {
        metadata.put(key, value);
        return this;
    }

    LlamaFile without(String keyOrTensor) {
        metadata.remove(keyOrTensor);
        tensors.remove(keyOrTensor);
        return this;
    }

    LlamaFile matrix(String name, int rows, int width) {
        tensors.put(name, new Shape(WeightFormat.Q8_0, rows, width));
        return this;
    }

    LlamaFile vector(String name, int width) {
        tensors.put(name, new Shape(WeightFormat.F32, 0, width));
        return this;
    }

    GgufFile build() {
        int[] bytes = tensors.values().stream()
                .mapToInt(shape -> (int) shape.format().rowBytes(shape.width()) * Math.max(shape.rows(), 1))
                .toArray();
        return GgufFiles.read(GgufFiles.write(this::declare, bytes));
    }

    private void declare(GgufWriter writer) {
        metadata.forEach((key, value) -> put(writer, key, value));
        tensors.forEach((name, shape) -> {
            if (shape.rows() == 0) {
                writer.vector(name, shape.format(), shape.width());
            } else {
                writer.matrix(name, shape.format(), shape.rows(), shape.width());
            }
        });
    }

    private static void put(GgufWriter writer, String key, Object value) {
        switch (value) {
            case String text -> writer.put(key, text);
            case Integer number -> writer.put(key, number);
            case Float number -> writer.put(key, number);
            case int[] numbers -> writer.put(key, numbers);
            case List<?> texts ->
                writer.put(key, texts.stream().map(String.class::cast).toList());
            default -> throw new IllegalArgumentException(key);
        }
    }
}
