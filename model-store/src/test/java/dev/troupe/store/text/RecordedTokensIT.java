package dev.troupe.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.store.SharedData;
import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.format.GgufReader;
import dev.troupe.store.template.ProvenanceText;
import dev.troupe.store.template.ProvenanceText.Origin;
import dev.troupe.store.template.ProvenanceText.Run;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Token ids recorded from the programs that models were made with.
final class RecordedTokensIT {
    private static final String SEPARATOR = "\n__ggml_vocab_test__\n";

    @TempDir
    Path folder;

    @Test
    void everyCaseOfTheDemoModelGivesTheRecordedIds() throws IOException {
        Tokenizer tokenizer = demo().tokenizer();
        List<String> failures = new ArrayList<>();
        int matched = 0;
        for (JsonNode line : SharedData.jsonLines("models/smollm2/tokenizer_cases.jsonl")) {
            String problem = line.get("kind").asText().equals("encode")
                    ? encodeProblem(tokenizer, line)
                    : decodeProblem(tokenizer, line);
            if (problem.isEmpty()) {
                matched++;
            } else {
                failures.add(line.get("name").asText() + ": " + problem);
            }
        }
        System.out.println("demo model: " + matched + " tokenizer cases match");
        assertThat(failures).isEmpty();
        assertThat(matched).isEqualTo(92);
    }

    @Test
    void recordedConversationsRenderAndEncodeAlike() throws IOException {
        TextModel model = demo();
        JsonNode expected = SharedData.json("models/smollm2/expected.json");
        int matched = 0;
        for (JsonNode chat : expected.get("chats")) {
            ProvenanceText rendered = model.chatTemplate()
                    .orElseThrow()
                    .render(Map.of("messages", SharedData.plain(chat.get("messages")), "add_generation_prompt", true));
            assertThat(rendered.plain()).isEqualTo(chat.get("rendered").asText());
            assertThat(model.tokenizer().encode(rendered)).isEqualTo(ids(chat.get("prompt_ids")));
            assertThat(IncrementalText.decode(model.tokenizer(), ids(chat.get("ids"))))
                    .isEqualTo(chat.get("text").asText());
            matched++;
        }
        for (JsonNode text : expected.get("texts")) {
            assertThat(model.tokenizer().encode(text.get("text").asText())).isEqualTo(ids(text.get("ids")));
        }
        System.out.println("demo model: " + matched + " conversations match");
        assertThat(model.tokenizer().special().endOfReply())
                .contains(expected.get("eos_id").asInt());
        assertThat(model.tokenizer().special().addBos())
                .isEqualTo(expected.get("add_bos").asBoolean());
    }

    @Test
    void theSmallestModelGivesTheRecordedIds() throws IOException {
        Tokenizer tokenizer =
                read(SharedData.file("models/stories260K/stories260K-f16.gguf")).tokenizer();
        JsonNode vectors = SharedData.json("models/stories260K/expected.json").get("tokenizer_vectors");
        List<String> failures = new ArrayList<>();
        for (JsonNode vector : vectors) {
            List<Integer> ids = new ArrayList<>(tokenizer.special().bos());
            ids.addAll(tokenizer.encode(vector.get("text").asText()));
            if (!ids.equals(ids(vector.get("ids")))) {
                failures.add(vector.get("text") + ": got " + ids + " but expected " + vector.get("ids"));
            }
        }
        System.out.println("stories260K: " + (vectors.size() - failures.size()) + " vectors match");
        assertThat(failures).isEmpty();
        assertThat(tokenizer.special().addBos()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"llama-spm", "phi-3", "gpt-2", "falcon", "starcoder", "mpt", "deepseek-coder", "deepseek-llm"})
    void publishedVocabulariesGiveTheRecordedIds(String name) throws IOException {
        Tokenizer tokenizer = read(unpacked("tokenizers/ggml-vocab/ggml-vocab-" + name + ".gguf.gz"))
                .tokenizer();
        String input = Files.readString(SharedData.file("tokenizers/ggml-vocab/ggml-vocab.inp"));
        List<String> texts = List.of(input.split(SEPARATOR, -1));
        List<String> expected =
                Files.readAllLines(SharedData.file("tokenizers/ggml-vocab/ggml-vocab-" + name + ".gguf.out"));
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            List<Integer> ids = numbers(expected.get(i));
            List<Integer> encoded = tokenizer.encode(texts.get(i));
            String decoded = IncrementalText.decode(tokenizer, encoded);
            if (!encoded.equals(ids)) {
                failures.add("'" + texts.get(i) + "': got " + encoded + " but expected " + ids);
            } else if (!decoded.equals(texts.get(i))) {
                failures.add("'" + texts.get(i) + "' decodes to '" + decoded + "'");
            }
        }
        System.out.println(name + ": " + (expected.size() - failures.size()) + " texts match");
        assertThat(failures).isEmpty();
        assertThat(expected).hasSize(46);
    }

    private static String encodeProblem(Tokenizer tokenizer, JsonNode line) {
        String text = line.get("text").asText();
        Origin origin = line.get("parse_special").asBoolean() ? Origin.TEMPLATE : Origin.DATA;
        List<Integer> encoded = tokenizer.encode(new ProvenanceText(List.of(new Run(text, origin))));
        List<Integer> ids = ids(line.get("ids"));
        if (!encoded.equals(ids)) {
            return "got " + encoded + " but expected " + ids;
        }
        if (line.has("decoded")) {
            String decoded = IncrementalText.decode(tokenizer, ids);
            return decoded.equals(line.get("decoded").asText()) ? "" : "decodes to " + decoded;
        }
        return "";
    }

    private static String decodeProblem(Tokenizer tokenizer, JsonNode line) {
        List<Integer> ids = ids(line.get("ids"));
        String decoded = IncrementalText.showingSpecials(tokenizer).addAll(ids);
        if (!decoded.equals(line.get("text").asText())) {
            return "decodes to '" + decoded + "' but expected " + line.get("text");
        }
        StringBuilder bytes = new StringBuilder();
        for (int id : ids) {
            boolean special = tokenizer.isSpecial(id);
            byte[] shown = special ? tokenizer.piece(id).getBytes(StandardCharsets.UTF_8) : tokenizer.bytes(id);
            bytes.append(HexFormat.of().formatHex(shown));
        }
        String expected = line.get("bytes").asText().replace(" ", "");
        return bytes.toString().equals(expected) ? "" : "has the bytes " + bytes + " but expected " + expected;
    }

    private static TextModel demo() {
        return read(SharedData.demoModel());
    }

    private static TextModel read(Path path) {
        return TextModels.fromGguf(new GgufReader(FormatLimits.defaults()).read(path));
    }

    private Path unpacked(String relative) throws IOException {
        Path target = folder.resolve("vocabulary.gguf");
        try (InputStream in = new GZIPInputStream(Files.newInputStream(SharedData.file(relative)))) {
            Files.copy(in, target);
        }
        return target;
    }

    private static List<Integer> ids(JsonNode node) {
        List<Integer> ids = new ArrayList<>();
        node.forEach(id -> ids.add(id.asInt()));
        return ids;
    }

    private static List<Integer> numbers(String line) {
        List<Integer> numbers = new ArrayList<>();
        for (String number : line.strip().split("\\s+")) {
            if (!number.isEmpty()) {
                numbers.add(Integer.parseInt(number));
            }
        }
        return numbers;
    }
}
