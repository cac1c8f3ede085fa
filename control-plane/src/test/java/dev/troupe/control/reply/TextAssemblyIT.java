package dev.troupe.control.reply;

import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.format.GgufReader;
import dev.troupe.store.text.TextModels;
import dev.troupe.store.text.Tokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Text from tokens of published vocabularies: what they make of real text, and any of their ids.
final class TextAssemblyIT {
    private static final int ROUNDS = 60;
    private static final List<String> TEXTS = List.of(
            "Hello, World! It's 3.14 o'clock;  two  spaces\n\n\tand a tab.",
            "Привет, мир — 你好，世界 — こんにちは — 한국어 — עברית",
            "emoji \uD83D\uDE80\uD83D\uDC69\u200D\uD83D\uDE80 and e\u0301 combining",
            "User: a\nAssistant: b\nUser: </s> <|im_end|> STOP");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "models/stories260K/stories260K-f16.gguf",
                "tokenizers/ggml-vocab/ggml-vocab-llama-spm.gguf.gz",
                "tokenizers/ggml-vocab/ggml-vocab-phi-3.gguf.gz",
                "tokenizers/ggml-vocab/ggml-vocab-gpt-2.gguf.gz"
            })
    void textIsAFunctionOfTokensAndStopsWhereverItIsTakenUp(String file) throws IOException {
        Tokenizer tokenizer = read(file);
        long seed = System.nanoTime();
        System.out.println("TextAssemblyIT " + file + " seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            List<Integer> ids = ids(random, tokenizer);
            List<String> stops = AssemblyCheck.stops(random, tokenizer, ids);
            new AssemblyCheck(tokenizer, stops, random.nextInt(3) * random.nextInt(6)).check(ids);
        }
    }

    /// A run of real text's tokens, with a few of any kind among them.
    private static List<Integer> ids(Random random, Tokenizer tokenizer) {
        List<Integer> all = tokenizer.encode(TEXTS.get(random.nextInt(TEXTS.size())));
        int from = random.nextInt(all.size());
        List<Integer> ids = new ArrayList<>(all.subList(from, Math.min(all.size(), from + 16)));
        for (int strange = random.nextInt(4); strange > 0; strange--) {
            ids.add(random.nextInt(ids.size() + 1), random.nextInt(tokenizer.vocabularySize()));
        }
        return ids;
    }

    private Tokenizer read(String relative) throws IOException {
        String root = System.getenv("TROUPE_TEST_DATA");
        Assumptions.assumeTrue(root != null, "skipped: TROUPE_TEST_DATA is not set");
        Path file = Path.of(root, relative);
        Path plain = file;
        if (relative.endsWith(".gz")) {
            plain = folder.resolve("vocabulary.gguf");
            try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                Files.copy(in, plain);
            }
        }
        return TextModels.fromGguf(new GgufReader(FormatLimits.defaults()).read(plain))
                .tokenizer();
    }
}
