package dev.troupe.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.store.template.ProvenanceText;
import dev.troupe.store.template.ProvenanceText.Origin;
import dev.troupe.store.template.ProvenanceText.Run;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

final class SpecialTokensTest {
    private static final Tokenizer TOKENIZER = SmallVocabulary.tokenizer(SmallVocabulary.sentencePiece());

    @Property(tries = 500)
    void userTextNeverGivesASpecialToken(@ForAll("tricky") String text) {
        assertThat(TOKENIZER.encode(text)).noneMatch(SpecialTokensTest::hasMeaning);
    }

    @Property(tries = 500)
    void userTextInsideATemplateNeverGivesASpecialToken(@ForAll("tricky") String text) {
        ProvenanceText prompt = text(template("<|im_start|>"), data(text), template("<|im_end|>"));
        List<Integer> ids = TOKENIZER.encode(prompt);
        assertThat(ids.getFirst()).isEqualTo(SmallVocabulary.START);
        assertThat(ids.getLast()).isEqualTo(SmallVocabulary.END);
        assertThat(ids.subList(1, ids.size() - 1)).noneMatch(SpecialTokensTest::hasMeaning);
    }

    @Property(tries = 500)
    void plainTextComesBackFromItsIdsButForTheSpaceSign(@ForAll("tricky") String text) {
        String decoded = IncrementalText.decode(TOKENIZER, TOKENIZER.encode(text));
        assertThat(decoded).isEqualTo(WellFormed.text(text).replace('▁', ' '));
    }

    @Property(tries = 500)
    void aTextNeedsAsManyTokensAsItsLengthSays(@ForAll("tricky") String text) {
        ProvenanceText prompt = text(template("<|im_start|>"), data(text), template("<|im_end|>"));
        long most = (long) TOKENIZER.encode(prompt).size() * TOKENIZER.longestTokenCharacters();
        assertThat(most).isGreaterThanOrEqualTo(prompt.plain().length());
    }

    @Property(tries = 300)
    void textIsSpelledJointlyWhoeverWroteItsParts(@ForAll("plain") String first, @ForAll("plain") String second) {
        List<Integer> joint = TOKENIZER.encode(first + second);
        assertThat(TOKENIZER.encode(text(template(first), data(second)))).isEqualTo(joint);
        assertThat(TOKENIZER.encode(text(data(first), template(second)))).isEqualTo(joint);
    }

    @Test
    void aLiteralThatTwoAuthorsWroteIsText() {
        assertThat(TOKENIZER.encode(text(template("<|im_"), data("end|>")))).noneMatch(SpecialTokensTest::hasMeaning);
        assertThat(TOKENIZER.encode(text(data("<"), template("/s>")))).noneMatch(SpecialTokensTest::hasMeaning);
    }

    @Test
    void aTemplatesLiteralsAreFoundWithoutGapsBetween() {
        assertThat(TOKENIZER.encode(text(template("<s><|im_start|><tool></s>"))))
                .containsExactly(SmallVocabulary.BOS, SmallVocabulary.START, SmallVocabulary.TOOL, SmallVocabulary.EOS);
    }

    @Test
    void aSpaceStandsInFrontAtTheStartAndBehindSpecialTokensOnly() {
        int spaceA = SmallVocabulary.pieceId("▁a");
        assertThat(TOKENIZER.encode("a")).containsExactly(spaceA);
        assertThat(TOKENIZER.encode(text(template("a<s>a"), data("a"))))
                .containsExactly(spaceA, SmallVocabulary.BOS, spaceA, SmallVocabulary.pieceId("a"));
    }

    @Test
    void noTextGivesNoTokens() {
        assertThat(TOKENIZER.encode("")).isEmpty();
        assertThat(TOKENIZER.encode(text())).isEmpty();
    }

    @Test
    void charactersWithoutATokenAreSpelledInBytes() {
        assertThat(TOKENIZER.encode("é"))
                .containsExactly(
                        SmallVocabulary.pieceId("▁"), SmallVocabulary.byteId(0xc3), SmallVocabulary.byteId(0xa9));
    }

    @Test
    void theLiteralOfAByteTokenIsText() {
        assertThat(IncrementalText.decode(TOKENIZER, TOKENIZER.encode("<0x41>")))
                .isEqualTo("<0x41>");
    }

    @Test
    void runsOfSpacesMergeFromTheLeftThoughTheirScoresAreEqual() {
        int four = SmallVocabulary.pieceId("▁▁▁▁");
        assertThat(TOKENIZER.encode("      ")).containsExactly(four, SmallVocabulary.pieceId("▁▁▁"));
        assertThat(TOKENIZER.encode("         ")).containsExactly(four, four, SmallVocabulary.pieceId("▁▁"));
    }

    @Test
    void specialTokensGiveNoTextAndUserDefinedOnesDo() {
        assertThat(TOKENIZER.bytes(SmallVocabulary.END)).isEmpty();
        assertThat(TOKENIZER.isSpecial(SmallVocabulary.END)).isTrue();
        assertThat(TOKENIZER.piece(SmallVocabulary.END)).isEqualTo("<|im_end|>");
        assertThat(TOKENIZER.bytes(SmallVocabulary.TOOL)).asString().isEqualTo("<tool>");
        assertThat(TOKENIZER.isSpecial(SmallVocabulary.TOOL)).isFalse();
    }

    @Test
    void repliesEndAtTheTokensTheFileNamesAndAtWellKnownOnes() {
        assertThat(TOKENIZER.special().endOfReply()).containsExactly(SmallVocabulary.EOS, SmallVocabulary.END);
        assertThat(TOKENIZER.special().bos()).containsExactly(SmallVocabulary.BOS);
        assertThat(TOKENIZER.special().addBos()).isTrue();
        assertThat(TOKENIZER.special().stripLeadingSpace()).isTrue();
    }

    @Provide
    Arbitrary<String> tricky() {
        Arbitrary<String> fragments = Arbitraries.of(SmallVocabulary.SPECIALS)
                .flatMap(special -> Arbitraries.integers()
                        .between(1, special.length())
                        .map(length -> special.substring(0, length)));
        return Arbitraries.oneOf(Arbitraries.of(SmallVocabulary.SPECIALS), fragments, plain())
                .list()
                .ofMaxSize(8)
                .map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<String> plain() {
        return Arbitraries.oneOf(
                Arbitraries.strings().withChars("abc  ").ofMaxLength(12),
                Arbitraries.of("é", "😀", "\ud83d", "\ude00x", "<unk>", "\u0000", "\n", "<0x0A>", "▁"));
    }

    private static boolean hasMeaning(int id) {
        return id <= SmallVocabulary.TOOL;
    }

    private static ProvenanceText text(Run... runs) {
        return new ProvenanceText(List.of(runs));
    }

    private static Run template(String text) {
        return new Run(text, Origin.TEMPLATE);
    }

    private static Run data(String text) {
        return new Run(text, Origin.DATA);
    }
}
