package dev.troupe.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.format.GgufReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Real vocabularies with bytes changed or cut off: refused by name or usable, never anything else.
final class TextFuzzIT {
    private static final long SEED = 13;
    private static final int CASES = 600;
    private static final int LARGE_CASES = 60;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"llama3", "gemma", "unigram-bytes", "digits"})
    void brokenTokenizerJsonIsRefusedOrUsable(String name) throws IOException {
        byte[] good = FolderFiles.text(name + ".json").getBytes(StandardCharsets.UTF_8);
        fuzz(name, good, CASES, "tokenizer.json", () -> TextModels.fromFolder(folder, TextLimits.defaults()));
    }

    @Test
    void aBrokenVocabularyOfAGgufIsRefusedOrUsable() throws IOException {
        FolderFiles.copy(folder, "tokenizers/ggml-vocab/ggml-vocab-phi-3.gguf.gz");
        byte[] good = Files.readAllBytes(folder.resolve("ggml-vocab-phi-3.gguf"));
        Path broken = folder.resolve("broken.gguf");
        fuzz(
                "phi-3",
                good,
                LARGE_CASES,
                "broken.gguf",
                () -> TextModels.fromGguf(new GgufReader(FormatLimits.defaults()).read(broken)));
    }

    private void fuzz(String name, byte[] good, int cases, String file, Supplier<TextModel> read) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        int refused = 0;
        for (int i = 0; i < cases; i++) {
            Files.write(folder.resolve(file), broken(good, random));
            try {
                read.get().tokenizer().encode("Hello  wörld 123\n<s>日本");
            } catch (ServingException e) {
                assertThat(e.code())
                        .as("%s, seed %d, case %d", name, SEED, i)
                        .isIn(ErrorCode.INVALID_MODEL_FILE, ErrorCode.INVALID_REQUEST);
                assertThat(e.getMessage()).hasSizeLessThan(1000);
                refused++;
            }
        }
        System.out.println(name + ": " + cases + " broken files, " + refused + " refused, seed " + SEED);
        assertThat(refused).isPositive();
    }

    private static byte[] broken(byte[] good, SplittableRandom random) {
        if (random.nextInt(8) == 0) {
            return Arrays.copyOf(good, random.nextInt(good.length));
        }
        byte[] bytes = good.clone();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            int at = random.nextInt(random.nextBoolean() ? Math.min(1500, bytes.length) : bytes.length);
            bytes[at] = random.nextBoolean() ? (byte) random.nextInt(256) : (byte) (bytes[at] ^ 1 << random.nextInt(8));
        }
        return bytes;
    }
}
