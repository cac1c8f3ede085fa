package dev.troupe.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.store.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Token ids of tokenizers that come as a folder, as the program gave them that they were made with.
final class FolderTokensIT {
    private static final String SEPARATOR = "\n__ggml_vocab_test__\n";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "llama3",
                "qwen2",
                "digits",
                "gpt4o",
                "deepseek3",
                "falcon",
                "prefixed",
                "llama2",
                "metaspace",
                "gemma",
                "unigram",
                "unigram-bytes"
            })
    void ms13SmallTokenizersOfEveryKindGiveTheRecordedIds(String name) throws IOException {
        Files.writeString(folder.resolve("tokenizer.json"), FolderFiles.text(name + ".json"));
        compare(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"phi-2", "phi-3"})
    void ms13PublishedTokenizersGiveTheRecordedIds(String name) throws IOException {
        FolderFiles.copy(
                folder, "tokenizers/" + name + "/tokenizer.json.gz", "tokenizers/" + name + "/tokenizer_config.json");
        compare(name);
    }

    @Test
    void ms13TheSmallestModelToo() throws IOException {
        FolderFiles.copy(folder, "models/stories260K/tokenizer.json");
        compare("stories260K");
        Tokenizer tokenizer = FolderFiles.tokenizer(folder);
        JsonNode vectors = SharedData.json("models/stories260K/expected.json").get("tokenizer_vectors");
        for (JsonNode vector : vectors) {
            List<Integer> ids = new ArrayList<>(tokenizer.special().bos());
            ids.addAll(tokenizer.encode(vector.get("text").asText()));
            assertThat(ids).isEqualTo(ids(vector.get("ids")));
        }
        assertThat(tokenizer.special().addBos()).isTrue();
        assertThat(tokenizer.special().stripLeadingSpace()).isTrue();
    }

    @Test
    void ms13VocabularyAndMergesInFilesOfTheirOwn() throws IOException {
        FolderFiles.copy(
                folder,
                "tokenizers/qwen2/vocab.json.gz",
                "tokenizers/qwen2/merges.txt.gz",
                "tokenizers/qwen2/tokenizer_config.json");
        vectors("qwen2");
        TextModel model = TextModels.fromFolder(folder, TextLimits.defaults());
        assertThat(model.tokenizer().vocabularySize()).isEqualTo(151_646);
        assertThat(model.tokenizer().special().bos()).isEmpty();
        assertThat(model.tokenizer().special().endOfReply()).containsExactly(151_643, 151_645);
        assertThat(model.chatTemplate()).isPresent();
    }

    @Test
    void ms13Phi3GivesTheIdsOfItsOtherForm() throws IOException {
        FolderFiles.copy(folder, "tokenizers/phi-3/tokenizer.json.gz", "tokenizers/phi-3/tokenizer_config.json");
        vectors("phi-3");
    }

    private void vectors(String name) throws IOException {
        String input = Files.readString(SharedData.file("tokenizers/ggml-vocab/ggml-vocab.inp"));
        List<String> texts = List.of(input.split(SEPARATOR, -1));
        List<String> lines =
                Files.readAllLines(SharedData.file("tokenizers/ggml-vocab/ggml-vocab-" + name + ".gguf.out"));
        Tokenizer tokenizer = FolderFiles.tokenizer(folder);
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            List<Integer> ids = tokenizer.encode(texts.get(i));
            if (!ids.toString().replaceAll("[\\[\\],]", "").equals(lines.get(i).strip())) {
                failures.add("'" + texts.get(i) + "': got " + ids + " but expected " + lines.get(i));
            }
            assertThat(IncrementalText.decode(tokenizer, ids)).isEqualTo(texts.get(i));
        }
        System.out.println(name + " folder: " + (lines.size() - failures.size()) + " texts match");
        assertThat(failures).isEmpty();
        assertThat(lines).hasSize(46);
    }

    private void compare(String name) throws IOException {
        List<String> texts = FolderFiles.texts();
        List<List<Integer>> recorded = FolderFiles.recorded(name);
        assertThat(recorded).hasSameSizeAs(texts);
        assertThat(FolderFiles.difference(FolderFiles.tokenizer(folder), texts, recorded))
                .as(name)
                .isEmpty();
        System.out.println(name + " folder: " + texts.size() + " recorded texts match");
    }

    private static List<Integer> ids(JsonNode node) {
        List<Integer> ids = new ArrayList<>();
        node.forEach(id -> ids.add(id.asInt()));
        return ids;
    }
}
