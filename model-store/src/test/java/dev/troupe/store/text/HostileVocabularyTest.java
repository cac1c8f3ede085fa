package dev.troupe.store.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.format.GgufWriter;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class HostileVocabularyTest {

    @Test
    void unknownKindsAreRefusedByNameWithWhatIsKnown() {
        refused(
                writer -> tokens(writer, "a").put("tokenizer.ggml.model", "bert"),
                "tokenizer.ggml.model",
                "WordPiece",
                "[gpt2, llama, t5]");
    }

    @Test
    void unknownPreTokenizersAreRefusedByNameWithWhatIsKnown() {
        refused(SmallVocabulary.byteLevel("qwen9"), "tokenizer.ggml.pre", "qwen9", "qwen2", "smollm");
    }

    @Test
    void missingPartsAreNamed() {
        refused(writer -> {}, "tokenizer.ggml.model", "missing");
        refused(writer -> writer.put("tokenizer.ggml.model", "llama"), "tokenizer.ggml.tokens", "missing");
        refused(writer -> llama(writer, "a", "b"), "tokenizer.ggml.scores", "missing");
        refused(writer -> tokens(writer, "a").put("tokenizer.ggml.model", "gpt2"), "tokenizer.ggml.merges", "missing");
    }

    @Test
    void anEmptyVocabularyIsRefused() {
        refused(HostileVocabularyTest::llama, "tokenizer.ggml.tokens", "empty");
    }

    @Test
    void twoTokensOfOneTextAreRefused() {
        refused(writer -> llama(writer, "a", "b", "a"), "tokenizer.ggml.tokens", "0 and 2");
    }

    @Test
    void tokensBeyondTheLimitAreRefused() {
        refused(writer -> llama(writer, "a".repeat(5000)), "tokenizer.ggml.tokens", "4096");
        refused(
                writer -> llama(writer, "a".repeat(300)).put("tokenizer.ggml.token_type", new int[] {3}),
                "tokenizer.ggml.tokens",
                "256");
    }

    @Test
    void listsOfOtherLengthsAreRefused() {
        refused(
                writer -> llama(writer, "a", "b").put("tokenizer.ggml.token_type", new int[] {1}),
                "tokenizer.ggml.token_type",
                "1 entries for 2 tokens");
        refused(
                writer -> llama(writer, "a", "b").put("tokenizer.ggml.scores", new float[] {1, 2, 3}),
                "tokenizer.ggml.scores",
                "3 entries for 2 tokens");
    }

    @Test
    void typesAndScoresThatMeanNothingAreRefused() {
        refused(
                writer -> llama(writer, "a").put("tokenizer.ggml.token_type", new int[] {7}),
                "tokenizer.ggml.token_type",
                "7");
        refused(
                writer -> llama(writer, "a").put("tokenizer.ggml.scores", new float[] {Float.NaN}),
                "tokenizer.ggml.scores",
                "not a number");
        refused(
                writer -> llama(writer, "x")
                        .put("tokenizer.ggml.token_type", new int[] {6})
                        .put("tokenizer.ggml.scores", new float[] {0}),
                "tokenizer.ggml.tokens",
                "<0x0A>");
    }

    @Test
    void specialIdsOutsideOfTheVocabularyAreRefused() {
        refused(
                writer -> llama(writer, "a")
                        .put("tokenizer.ggml.scores", new float[] {0})
                        .put("tokenizer.ggml.eos_token_id", 1),
                "tokenizer.ggml.eos_token_id",
                "0 to 0");
    }

    @Test
    void mergesMustBeTwoOrdinaryTokensOfAThirdOne() {
        refused(merges("ab"), "tokenizer.ggml.merges", "entry 0");
        refused(merges("a b", "a z"), "tokenizer.ggml.merges", "entry 1");
        refused(merges("b a"), "tokenizer.ggml.merges", "entry 0");
        refused(merges("a b", "a b"), "tokenizer.ggml.merges", "twice");
        refused(
                writer -> merges("a b").accept(writer.put("tokenizer.ggml.bos_token_id", 2)),
                "tokenizer.ggml.merges",
                "entry 0");
    }

    @Test
    void whatBeginsOrEndsATextIsSpecialWhateverItsTypeSays() {
        Tokenizer tokenizer = SmallVocabulary.tokenizer(writer -> llama(writer, "a", "ab", "b")
                .put("tokenizer.ggml.scores", new float[] {0, 5, 0})
                .put("tokenizer.ggml.eos_token_id", 1)
                .put("tokenizer.ggml.add_space_prefix", false));
        assertThat(tokenizer.encode("ab")).containsExactly(0, 2);
        assertThat(tokenizer.isSpecial(1)).isTrue();
    }

    @Test
    void withoutByteTokensAStrangeCharacterBecomesTheUnknownToken() {
        Tokenizer tokenizer = SmallVocabulary.tokenizer(writer -> llama(writer, "<unk>", "a")
                .put("tokenizer.ggml.scores", new float[] {0, 0})
                .put("tokenizer.ggml.token_type", new int[] {2, 1})
                .put("tokenizer.ggml.unknown_token_id", 0)
                .put("tokenizer.ggml.add_space_prefix", false));
        assertThat(tokenizer.encode("aéa")).containsExactly(1, 0, 1);
    }

    @Test
    void gw15ATemplateThatCannotBeRenderedHereIsRefusedWithItsFile() {
        assertThat(templateFailure("a\n{% if %}")).hasMessageContaining("line 2");
        assertThat(templateFailure("{{ messages|random }}")).hasMessageContaining("no filter 'random'");
        assertThat(templateFailure("\n{{ messages[0].content.translate('a') }}"))
                .hasMessageContaining("line 2");
    }

    private static ServingException templateFailure(String source) {
        ServingException failure = catchThrowableOfType(
                ServingException.class,
                () -> TextModels.fromGguf(SmallVocabulary.file(writer ->
                        SmallVocabulary.sentencePiece().accept(writer.put("tokenizer.chat_template", source)))));
        assertThat(failure).as(source).isNotNull();
        assertThat(failure.code()).isEqualTo(ErrorCode.TEMPLATE_FAILED);
        return failure;
    }

    private static void refused(Consumer<GgufWriter> declare, String... parts) {
        ServingException failure =
                catchThrowableOfType(ServingException.class, () -> TextModels.fromGguf(SmallVocabulary.file(declare)));
        assertThat(failure).isNotNull();
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_MODEL_FILE);
        assertThat(failure.getMessage()).contains(parts);
    }

    private static GgufWriter tokens(GgufWriter writer, String... tokens) {
        return writer.put("tokenizer.ggml.tokens", List.of(tokens));
    }

    private static GgufWriter llama(GgufWriter writer, String... tokens) {
        return tokens(writer, tokens).put("tokenizer.ggml.model", "llama");
    }

    private static Consumer<GgufWriter> merges(String... merges) {
        return writer -> tokens(writer, "a", "b", "ab")
                .put("tokenizer.ggml.model", "gpt2")
                .put("tokenizer.ggml.merges", List.of(merges));
    }
}
