package dev.troupe.bench.peer.tool;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// A model folder as Jlama reads it, in the shape of SmolLM2-135M, with random weights in BF16: speed
/// does not depend on them.
final class JlamaModel {
    private static final int WIDTH = 576;
    private static final int INNER = 1536;
    private static final int KV_WIDTH = 192;
    private static final int LAYERS = 30;
    private static final int VOCABULARY = 49_152;
    private static final int BUFFER_BYTES = 1 << 20;
    /// Exponents of numbers between 1/64 and 1/32; the sign is free.
    private static final int SMALL = 0x3c80;

    private static final int SIGN = 0x8000;
    private static final int FRACTIONS = 128;

    private JlamaModel() {}

    static void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("config.json"), config());
        Files.writeString(folder.resolve("tokenizer.json"), tokenizer());
        Files.writeString(folder.resolve("tokenizer_config.json"), "{}");
        // Jlama's quantiser copies it.
        Files.writeString(folder.resolve("README.md"), "Random weights.\n");
        writeWeights(folder.resolve("model.safetensors"));
    }

    private static String config() {
        ObjectNode config = new ObjectMapper().createObjectNode();
        config.putArray("architectures").add("LlamaForCausalLM");
        config.put("model_type", "llama").put("hidden_act", "silu").put("torch_dtype", "bfloat16");
        config.put("hidden_size", WIDTH).put("intermediate_size", INNER).put("num_hidden_layers", LAYERS);
        config.put("num_attention_heads", 9).put("num_key_value_heads", 3).put("head_dim", 64);
        config.put("vocab_size", VOCABULARY).put("max_position_embeddings", 8192);
        config.put("rms_norm_eps", 1e-5).put("rope_theta", 100_000.0).put("tie_word_embeddings", true);
        config.put("bos_token_id", 1).put("eos_token_id", 2);
        return config.toString();
    }

    /// The letter `a` is a token; the others are never typed.
    private static String tokenizer() {
        ObjectNode root = new ObjectMapper().createObjectNode();
        root.put("version", "1.0").putArray("added_tokens");
        ObjectNode model = root.putObject("model");
        model.put("type", "BPE").put("fuse_unk", false).put("byte_fallback", false);
        model.putArray("merges");
        ObjectNode vocabulary = model.putObject("vocab");
        for (String special : List.of("<|endoftext|>", "<|im_start|>", "<|im_end|>", "a")) {
            vocabulary.put(special, vocabulary.size());
        }
        while (vocabulary.size() < VOCABULARY) {
            vocabulary.put("token" + vocabulary.size(), vocabulary.size());
        }
        return root.toString();
    }

    private static Map<String, List<Integer>> tensors() {
        Map<String, List<Integer>> shapes = new LinkedHashMap<>();
        shapes.put("model.embed_tokens.weight", List.of(VOCABULARY, WIDTH));
        for (int layer = 0; layer < LAYERS; layer++) {
            String prefix = "model.layers." + layer + ".";
            shapes.put(prefix + "input_layernorm.weight", List.of(WIDTH));
            shapes.put(prefix + "self_attn.q_proj.weight", List.of(WIDTH, WIDTH));
            shapes.put(prefix + "self_attn.k_proj.weight", List.of(KV_WIDTH, WIDTH));
            shapes.put(prefix + "self_attn.v_proj.weight", List.of(KV_WIDTH, WIDTH));
            shapes.put(prefix + "self_attn.o_proj.weight", List.of(WIDTH, WIDTH));
            shapes.put(prefix + "post_attention_layernorm.weight", List.of(WIDTH));
            shapes.put(prefix + "mlp.gate_proj.weight", List.of(INNER, WIDTH));
            shapes.put(prefix + "mlp.up_proj.weight", List.of(INNER, WIDTH));
            shapes.put(prefix + "mlp.down_proj.weight", List.of(WIDTH, INNER));
        }
        shapes.put("model.norm.weight", List.of(WIDTH));
        return shapes;
    }

    private static void writeWeights(Path file) throws IOException {
        ObjectNode header = new ObjectMapper().createObjectNode();
        long end = 0;
        for (Map.Entry<String, List<Integer>> tensor : tensors().entrySet()) {
            ObjectNode entry = header.putObject(tensor.getKey()).put("dtype", "BF16");
            tensor.getValue().forEach(entry.putArray("shape")::add);
            long bytes = Short.BYTES
                    * tensor.getValue().stream().mapToLong(size -> size).reduce(1, (a, b) -> a * b);
            entry.putArray("data_offsets").add(end).add(end + bytes);
            end += bytes;
        }
        byte[] text = header.toString().getBytes(StandardCharsets.UTF_8);
        ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            writeAll(out, length.putLong(text.length).flip());
            writeAll(out, ByteBuffer.wrap(text));
            writeRandom(out, end);
        }
    }

    private static void writeRandom(FileChannel out, long bytes) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (long left = bytes; left > 0; left -= buffer.limit()) {
            buffer.clear().limit((int) Math.min(left, BUFFER_BYTES));
            while (buffer.hasRemaining()) {
                int sign = random.nextBoolean() ? SIGN : 0;
                buffer.putShort((short) (sign | SMALL | random.nextInt(FRACTIONS)));
            }
            writeAll(out, buffer.flip());
        }
    }

    private static void writeAll(FileChannel out, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }
}
