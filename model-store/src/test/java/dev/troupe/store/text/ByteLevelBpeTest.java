package dev.troupe.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.store.template.ProvenanceText;
import dev.troupe.store.template.ProvenanceText.Origin;
import dev.troupe.store.template.ProvenanceText.Run;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ByteLevelBpeTest {
    private static final Tokenizer TOKENIZER = SmallVocabulary.tokenizer(SmallVocabulary.byteLevel("smollm"));
    private static final Set<String> BEGIN =
            Set.of("llama-bpe", "llama3", "llama-v3", "falcon3", "falcon-h1", "pixtral", "lfm2", "tekken");

    @Test
    void longTextsAreNotCut() {
        assertThat(TOKENIZER.encode("z ".repeat(5000))).hasSize(10_000);
    }

    @Property(tries = 300)
    void userTextNeverGivesASpecialTokenAndComesBack(@ForAll("tricky") String text) {
        List<Integer> ids = TOKENIZER.encode(text);
        assertThat(ids).noneMatch(id -> id <= SmallVocabulary.TOOL);
        assertThat(IncrementalText.decode(TOKENIZER, ids)).isEqualTo(WellFormed.text(text));
    }

    @ParameterizedTest
    @MethodSource
    void everyKnownPreTokenizerSpellsTextThatComesBack(String pre) {
        Tokenizer tokenizer = SmallVocabulary.tokenizer(SmallVocabulary.byteLevel(pre));
        String text = "abc  123 it's\n\n\tab\u0000é😀   x";
        assertThat(IncrementalText.decode(tokenizer, tokenizer.encode(text))).isEqualTo(text);
        assertThat(tokenizer.special().addBos()).isEqualTo(BEGIN.contains(pre));
    }

    static Set<String> everyKnownPreTokenizerSpellsTextThatComesBack() {
        return PreTokenizer.names();
    }

    @Test
    void partsOfDifferentAuthorsMerge() {
        ProvenanceText text = new ProvenanceText(List.of(new Run("a", Origin.TEMPLATE), new Run("bc", Origin.DATA)));
        assertThat(TOKENIZER.encode(text)).isEqualTo(TOKENIZER.encode("abc")).hasSize(1);
    }

    @Test
    void manyThreadsShareOneTokenizer() {
        List<Integer> expected = TOKENIZER.encode("abc ab a 123");
        List<Thread> threads = new ArrayList<>();
        List<List<Integer>> results = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 8; i++) {
            threads.add(Thread.ofPlatform().start(() -> results.add(TOKENIZER.encode("abc ab a 123"))));
        }
        for (Thread thread : threads) {
            join(thread);
        }
        assertThat(results).hasSize(8).allMatch(expected::equals);
    }

    @Provide
    Arbitrary<String> tricky() {
        return Arbitraries.oneOf(
                        Arbitraries.of(SmallVocabulary.SPECIALS),
                        Arbitraries.of("<|", "im_end", "|>", "\ud83d", "é😀", "12", "  "),
                        Arbitraries.strings().withChars("abc \n").ofMaxLength(8))
                .list()
                .ofMaxSize(8)
                .map(parts -> String.join("", parts));
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
