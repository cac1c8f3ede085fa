package dev.troupe.store.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts that take the square of their length where something is done carelessly: minutes, then.
final class LongTextsIT {
    private static final int LENGTH = 100_000;
    private static final Duration MOST = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"llama3", "qwen2", "digits", "gpt4o", "deepseek3", "llama2", "gemma", "unigram"})
    void ms13LongRunsThroughATokenizerJson(String name) throws IOException {
        Files.writeString(folder.resolve("tokenizer.json"), FolderFiles.text(name + ".json"));
        spell(FolderFiles.tokenizer(folder), name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt-2", "smollm", "llama-bpe", "falcon", "deepseek-llm", "tekken", "default", "viking"})
    void ms13LongRunsThroughAGguf(String pre) {
        spell(SmallVocabulary.tokenizer(SmallVocabulary.byteLevel(pre)), pre);
    }

    @Test
    void ms13LongRunsThroughScores() {
        spell(SmallVocabulary.tokenizer(SmallVocabulary.sentencePiece()), "sentencepiece");
    }

    @Test
    void ms13HalfACharacterIsReplacedAndNulStays() {
        for (var vocabulary : List.of(SmallVocabulary.sentencePiece(), SmallVocabulary.byteLevel("gpt-2"))) {
            Tokenizer tokenizer = SmallVocabulary.tokenizer(vocabulary);
            assertThat(IncrementalText.decode(tokenizer, tokenizer.encode("a\ud83d b\u0000c")))
                    .isEqualTo("a\ufffd b\u0000c");
        }
    }

    private static void spell(Tokenizer tokenizer, String name) {
        for (String part : List.of("a", " ", "1", "é", "!", "\n", "aB", "日")) {
            String text = part.repeat(LENGTH / part.length());
            List<Integer> ids = assertTimeoutPreemptively(MOST, () -> tokenizer.encode(text), name + " '" + part + "'");
            assertThat(ids.size()).as(name + " '" + part + "'").isPositive();
        }
    }
}
