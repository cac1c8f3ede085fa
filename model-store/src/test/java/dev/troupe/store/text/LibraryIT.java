package dev.troupe.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random texts, spelled by us and by the Rust library that most models' makers use. Loads its native
/// code.
final class LibraryIT {
    private static final long SEED = 20;
    private static final int TEXTS = 1_500;
    /// The library cuts texts at 512 tokens unless it is told not to.
    private static final Map<String, String> OPTIONS =
            Map.of("truncation", "false", "padding", "false", "addSpecialTokens", "false");

    /// What tokenizers treat apart: blanks of all kinds, ends of lines, digits, short forms, signs,
    /// scripts, marks, tokens.
    private static final List<String> PARTS = List.of(
            " ",
            "  ",
            "\n",
            "\r\n",
            "\t",
            "\u000b",
            "\f",
            "\u001c",
            "\u0000",
            "\u007f",
            "\u00a0",
            "\u0085",
            "\u2003",
            "1",
            "23",
            "4567",
            "'s",
            "'S",
            "'ll",
            "'Re",
            "'x",
            "'",
            "a",
            "ab",
            "the",
            "The",
            "ing",
            "tion",
            "Hello",
            "world",
            "WORLD",
            "!",
            "...",
            "?!",
            "_",
            "{}",
            "\\",
            "//",
            "<|endoftext|>",
            "-",
            "é",
            "e\u0301",
            "Ö",
            "\u0130",
            "ſ",
            "ß",
            "日本",
            "語",
            "。",
            "한국",
            "कि",
            "ไทย",
            "😀",
            "👍🏽",
            "\u200d",
            "▁",
            "²",
            "Ⅷ",
            "٣",
            "ﬁ",
            "ǅ",
            "Öve",
            "word",
            "<|end|>",
            "    ");

    @TempDir
    Path folder;

    @BeforeAll
    static void stayOffline() {
        System.setProperty("ai.djl.offline", "true");
        System.setProperty("OPT_OUT_TRACKING", "true");
    }

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
    void ms13SmallTokenizersSpellAsTheLibraryDoes(String name) throws IOException {
        Files.writeString(folder.resolve("tokenizer.json"), FolderFiles.text(name + ".json"));
        compare(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"phi-2", "phi-3"})
    void ms13PublishedTokenizersToo(String name) throws IOException {
        FolderFiles.copy(folder, "tokenizers/" + name + "/tokenizer.json.gz");
        compare(name);
    }

    @Test
    void ms13TheSmallestModelToo() throws IOException {
        FolderFiles.copy(folder, "models/stories260K/tokenizer.json");
        compare("stories260K");
    }

    private void compare(String name) throws IOException {
        byte[] json = Files.readAllBytes(folder.resolve("tokenizer.json"));
        Tokenizer ours = FolderFiles.tokenizer(folder);
        SplittableRandom random = new SplittableRandom(SEED);
        try (HuggingFaceTokenizer theirs = HuggingFaceTokenizer.newInstance(new ByteArrayInputStream(json), OPTIONS)) {
            for (int i = 0; i < TEXTS; i++) {
                String text = text(random);
                List<Integer> expected = new ArrayList<>();
                for (long id : theirs.encode(text, false, false).getIds()) {
                    expected.add((int) id);
                }
                assertThat(ours.encode(Prompts.template(text)))
                        .as("%s, seed %d: '%s'", name, SEED, escaped(text))
                        .isEqualTo(expected);
            }
        }
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int parts = random.nextInt(1, 16);
        for (int i = 0; i < parts; i++) {
            if (random.nextInt(4) > 0) {
                text.append(PARTS.get(random.nextInt(PARTS.size())));
            } else {
                text.append((char) random.nextInt(128));
            }
        }
        return text.toString();
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.chars()
                .forEach(c -> escaped.append(c < 0x7f && c >= ' ' ? String.valueOf((char) c) : "\\u%04x".formatted(c)));
        return escaped.toString() + " " + text.getBytes(StandardCharsets.UTF_8).length + " bytes";
    }
}
