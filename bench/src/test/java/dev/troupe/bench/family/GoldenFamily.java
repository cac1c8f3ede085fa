package dev.troupe.bench.family;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/// A small model of a family and what transformers says of it; `scripts/oracle/oracle.py` tells what
/// a golden file holds, and makes the same weights.
record GoldenFamily(String name, JsonNode golden) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BYTES = 256;

    static GoldenFamily read(String name) throws IOException {
        try (InputStream file = GoldenFamily.class.getResourceAsStream("/golden/families/" + name + ".json")) {
            return new GoldenFamily(name, JSON.readTree(file));
        }
    }

    List<Integer> tokens() {
        return ints(golden.get("tokens"));
    }

    List<Double> logprobs() {
        return doubles(golden.get("logprobs"));
    }

    List<Integer> greedy() {
        return ints(golden.get("greedy"));
    }

    List<Double> margins() {
        return doubles(golden.get("margin"));
    }

    /// As its makers would publish it.
    Path writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("config.json"), golden.get("config").toString());
        Files.writeString(folder.resolve("tokenizer.json"), tokenizer().toString());
        Files.write(folder.resolve("model.safetensors"), weights());
        return folder;
    }

    private byte[] weights() throws IOException {
        ObjectNode header = JSON.createObjectNode();
        int end = 0;
        for (JsonNode tensor : golden.get("tensors")) {
            ObjectNode entry = header.putObject(tensor.get("name").asText());
            entry.put("dtype", "F32").set("shape", tensor.get("shape"));
            int start = end;
            end += count(tensor) * Float.BYTES;
            entry.putArray("data_offsets").add(start).add(end);
        }
        byte[] json = JSON.writeValueAsBytes(header);
        ByteBuffer file = ByteBuffer.allocate(Long.BYTES + json.length + end).order(ByteOrder.LITTLE_ENDIAN);
        file.putLong(json.length).put(json);
        golden.get("tensors").forEach(tensor -> put(tensor, file));
        return file.array();
    }

    private static int count(JsonNode tensor) {
        int count = 1;
        for (JsonNode size : tensor.get("shape")) {
            count *= size.asInt();
        }
        return count;
    }

    private static void put(JsonNode tensor, ByteBuffer file) {
        CRC32 seed = new CRC32();
        seed.update(tensor.get("name").asText().getBytes(StandardCharsets.UTF_8));
        double mean = tensor.get("mean").asDouble();
        double range = tensor.get("range").asDouble();
        int count = count(tensor);
        for (int i = 0; i < count; i++) {
            int v = i * 0x9E3779B1 + (int) seed.getValue();
            v = (v ^ v >>> 16) * 0x85EBCA6B;
            v = (v ^ v >>> 13) * 0xC2B2AE35;
            v ^= v >>> 16;
            file.putFloat((float) (mean + range * (Integer.toUnsignedLong(v) / 0x1p32 - 0.5)));
        }
    }

    /// Bytes, then tokens without a meaning here.
    private JsonNode tokenizer() {
        ObjectNode tokenizer = JSON.createObjectNode();
        tokenizer.put("version", "1.0").putArray("added_tokens");
        tokenizer
                .putObject("pre_tokenizer")
                .put("type", "ByteLevel")
                .put("add_prefix_space", false)
                .put("use_regex", true);
        tokenizer.putObject("decoder").put("type", "ByteLevel");
        ObjectNode model = tokenizer.putObject("model").put("type", "BPE");
        ObjectNode vocabulary = model.putObject("vocab");
        int shifted = BYTES;
        for (int value = 0; value < BYTES; value++) {
            boolean printable = value > 32 && value < 127 || value > 160 && value != 173;
            vocabulary.put(Character.toString(printable ? value : shifted++), value);
        }
        for (int id = BYTES; id < golden.get("config").get("vocab_size").asInt(); id++) {
            vocabulary.put("unused" + id, id);
        }
        model.putArray("merges");
        return tokenizer;
    }

    private static List<Integer> ints(JsonNode values) {
        List<Integer> list = new ArrayList<>();
        values.forEach(value -> list.add(value.asInt()));
        return list;
    }

    private static List<Double> doubles(JsonNode values) {
        List<Double> list = new ArrayList<>();
        values.forEach(value -> list.add(value.asDouble()));
        return list;
    }
}
