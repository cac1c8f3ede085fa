package dev.troupe.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.store.SharedData;
import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.format.GgufFile;
import dev.troupe.store.format.GgufReader;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Holds the way without native code against the library, on the same vocabulary. Loads the native
/// library.
final class AsciiBpeIT {
    private static final long SEED = 20;
    private static final int TEXTS = 20_000;

    /// What pre-tokenizers treat apart: blanks of all kinds, ends of lines, digits, contractions.
    private static final List<String> PARTS = List.of(
            " ",
            "  ",
            "\n",
            "\r\n",
            "\t",
            "\u000b",
            "\f",
            "\u001c",
            "\u001f",
            "\u0000",
            "\u007f",
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
            "abc",
            "the",
            "The",
            "ing",
            "tion",
            "Hello",
            "world",
            "lighthouse",
            "!",
            "...",
            "?!",
            "_",
            "{}",
            "\\",
            "//",
            "<|im_start|>",
            "-",
            "e");

    @ParameterizedTest
    @ValueSource(strings = {"default", "gpt-2", "smollm", "llama-bpe"})
    void everyTextIsSpelledAsTheLibrarySpellsIt(String pre) {
        compare(SmallVocabulary.file(SmallVocabulary.byteLevel(pre)), pre);
    }

    @Test
    void theDemoModelsVocabularyToo() {
        GgufFile demo = new GgufReader(FormatLimits.defaults()).read(SharedData.demoModel());
        compare(demo, "demo model");
    }

    @Test
    void whatIsNotAsciiOrTooLongIsLeftToTheLibrary() {
        AsciiBpe ascii = ascii(SmallVocabulary.file(SmallVocabulary.byteLevel("gpt-2")));
        List<Integer> ids = new ArrayList<>(List.of(7));
        assertThat(ascii.encode("abc é", ids)).isFalse();
        assertThat(ascii.encode("abc " + "z".repeat(100), ids)).isFalse();
        assertThat(ids).containsExactly(7);
        assertThat(ascii.encode("abc " + "z ".repeat(1000), ids)).isTrue();
    }

    private static void compare(GgufFile file, String pre) {
        Vocabulary vocabulary = new VocabularyReader(file.metadata()).read();
        AsciiBpe ascii = ascii(file);
        ByteLevelBpe library = ByteLevelBpe.build(vocabulary, PreTokenizer.read(file.metadata()), file.metadata());
        SplittableRandom random = new SplittableRandom(SEED);
        int spelled = 0;
        for (int i = 0; i < TEXTS; i++) {
            String text = text(random);
            List<Integer> expected = new ArrayList<>();
            library.encodeNatively(text, expected);
            List<Integer> ids = new ArrayList<>();
            if (ascii.encode(text, ids)) {
                spelled++;
                assertThat(ids).as("%s, seed %d: '%s'", pre, SEED, text).isEqualTo(expected);
            }
        }
        assertThat(spelled).isGreaterThan(TEXTS * 3 / 4);
    }

    private static AsciiBpe ascii(GgufFile file) {
        Vocabulary vocabulary = new VocabularyReader(file.metadata()).read();
        return AsciiBpe.build(vocabulary, Merges.read(vocabulary, file.metadata()), PreTokenizer.read(file.metadata()));
    }

    /// Half of the parts are single characters, any of ASCII.
    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int parts = random.nextInt(1, 16);
        for (int i = 0; i < parts; i++) {
            if (random.nextBoolean()) {
                text.append(PARTS.get(random.nextInt(PARTS.size())));
            } else {
                text.append((char) random.nextInt(128));
            }
        }
        return text.toString();
    }
}
