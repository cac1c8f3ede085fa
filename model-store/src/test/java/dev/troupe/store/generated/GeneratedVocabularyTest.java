package dev.troupe.store.generated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedVocabularyTest {
    @ParameterizedTest
    @ValueSource(ints = {GeneratedVocabulary.MIN_SIZE, 300, 512, 49_152})
    void everyTokenIsThereOnceAndEveryMergeJoinsTokens(int size) {
        GeneratedVocabulary vocabulary = new GeneratedVocabulary(size);
        List<String> tokens = vocabulary.tokens();
        assertThat(tokens).hasSize(size).doesNotHaveDuplicates().startsWith("<|endoftext|>", "<|im_start|>");
        HashSet<String> known = new HashSet<>(tokens);
        for (String merge : vocabulary.merges()) {
            String[] pair = merge.split(" ", -1);
            assertThat(pair).hasSize(2);
            assertThat(known).contains(pair[0], pair[1], pair[0] + pair[1]);
        }
    }
}
