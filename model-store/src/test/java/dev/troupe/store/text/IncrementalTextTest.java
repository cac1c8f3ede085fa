package dev.troupe.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class IncrementalTextTest {
    private static final Tokenizer BYTES = new ByteTokens(false);

    @Property(tries = 500)
    void textUpToAnyTokenAndTheRestFromThereAreTheWhole(
            @ForAll @Size(max = 24) List<@IntRange(max = 256) Integer> ids, @ForAll @IntRange(max = 24) int cut) {
        int at = Math.min(cut, ids.size());
        StringBuilder before = new StringBuilder();
        IncrementalText state = IncrementalText.start(BYTES);
        for (int id : ids.subList(0, at)) {
            IncrementalText.Step step = state.add(id);
            before.append(step.text());
            state = step.next();
        }
        String whole = IncrementalText.decode(BYTES, ids);
        assertThat(before + state.addAll(ids.subList(at, ids.size()))).isEqualTo(whole);
        assertThat(whole).startsWith(before);
    }

    @Property(tries = 500)
    void validTextComesBackUnchanged(@ForAll String text) {
        String wellFormed = WellFormed.text(text);
        assertThat(IncrementalText.decode(BYTES, BYTES.encode(wellFormed))).isEqualTo(wellFormed);
    }

    @Property(tries = 500)
    void brokenBytesAreReplacedAsTheJdkDoesExceptForSurrogates(
            @ForAll @Size(max = 12) List<@IntRange(min = 0xc0, max = 0xff) Integer> leads,
            @ForAll @Size(max = 12) List<@IntRange(min = 0x80, max = 0xbf) Integer> tails) {
        List<Integer> ids = mixed(leads, tails);
        boolean surrogates = false;
        byte[] bytes = new byte[ids.size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (int) ids.get(i);
            surrogates |= ids.get(i) == 0xed;
        }
        if (!surrogates) {
            assertThat(IncrementalText.decode(BYTES, ids)).isEqualTo(new String(bytes, StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "e282ac, €",
        "e282, \ufffd",
        "e28241, \ufffdA",
        "eda0bd, \ufffd\ufffd\ufffd",
        "c0af, \ufffd\ufffd",
        "f0808080, \ufffd\ufffd\ufffd\ufffd",
        "f09f98, \ufffd",
        "f09f9841, \ufffdA",
        "f4908080, \ufffd\ufffd\ufffd\ufffd",
        "80bf, \ufffd\ufffd",
        "fe, \ufffd"
    })
    void eachLongestValidBeginningIsReplacedOnce(String bytes, String text) {
        assertThat(IncrementalText.decode(BYTES, ids(bytes))).isEqualTo(text);
    }

    @Test
    void nothingOfACharacterIsSentBeforeItsLastByte() {
        IncrementalText state = IncrementalText.start(BYTES);
        for (int id : ids("f09f98")) {
            IncrementalText.Step step = state.add(id);
            assertThat(step.text()).isEmpty();
            state = step.next();
        }
        assertThat(state.add(0x80).text()).isEqualTo("😀");
    }

    @Test
    void specialTokensGiveNoTextUnlessTheyAreAskedFor() {
        List<Integer> ids = List.of(0x68, ByteTokens.SPECIAL, 0x69);
        assertThat(IncrementalText.decode(BYTES, ids)).isEqualTo("hi");
        assertThat(IncrementalText.showingSpecials(BYTES).addAll(ids)).isEqualTo("h<end>i");
    }

    @Test
    void onlyTheFirstSpaceOfATextIsAnArtefact() {
        Tokenizer spaced = new ByteTokens(true);
        List<Integer> ids = new ArrayList<>(List.of(ByteTokens.SPECIAL));
        ids.addAll(spaced.encode("  a b"));
        assertThat(IncrementalText.decode(spaced, ids)).isEqualTo(" a b");
        assertThat(IncrementalText.continuing(spaced).addAll(ids)).isEqualTo("  a b");
    }

    private static List<Integer> ids(String hex) {
        List<Integer> ids = new ArrayList<>();
        for (byte value : HexFormat.of().parseHex(hex)) {
            ids.add(Byte.toUnsignedInt(value));
        }
        return ids;
    }

    private static List<Integer> mixed(List<Integer> leads, List<Integer> tails) {
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < Math.max(leads.size(), tails.size()); i++) {
            if (i < leads.size()) {
                ids.add(leads.get(i));
            }
            if (i < tails.size()) {
                ids.add(tails.get(i));
                ids.add(tails.get(tails.size() - 1 - i));
            }
        }
        return ids;
    }
}
