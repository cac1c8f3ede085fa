package dev.troupe.store.text;

import dev.troupe.store.text.Tokenizer.SpecialTokens;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// Text from token ids, one by one: the state between two ids. Immutable, and a function of the ids
/// so far, so that a stream can be taken up at any of them.
///
/// Bytes of a character that is not complete yet are held back; bytes that can become none are
/// U+FFFD. Special tokens give no text. All pieces together, with {@link #finish}, are the text of
/// all the bytes at once.
public final class IncrementalText {
    private static final byte[] NONE = {};

    private final Tokenizer tokenizer;
    private final Specials specials;
    private final boolean atStart;
    private final byte[] held;

    /// What special tokens give.
    private enum Specials {
        SKIPPED,
        SHOWN
    }

    private IncrementalText(Tokenizer tokenizer, Specials specials, boolean atStart, byte[] held) {
        this.tokenizer = tokenizer;
        this.specials = specials;
        this.atStart = atStart;
        this.held = held;
    }

    /// @param text what this id adds, often empty
    /// @param next the state behind it
    public record Step(String text, IncrementalText next) {}

    /// For a text of its own: drops the space that some vocabularies put in front
    /// ({@link SpecialTokens#stripLeadingSpace}).
    public static IncrementalText start(Tokenizer tokenizer) {
        return new IncrementalText(
                tokenizer, Specials.SKIPPED, tokenizer.special().stripLeadingSpace(), NONE);
    }

    /// For a text that goes on behind another: a space in front is meant.
    public static IncrementalText continuing(Tokenizer tokenizer) {
        return new IncrementalText(tokenizer, Specials.SKIPPED, false, NONE);
    }

    /// Like {@link #start}, but special tokens are shown by their literals: for people who look at
    /// ids, never for replies.
    public static IncrementalText showingSpecials(Tokenizer tokenizer) {
        return new IncrementalText(
                tokenizer, Specials.SHOWN, tokenizer.special().stripLeadingSpace(), NONE);
    }

    /// The whole text of `ids`, as {@link #start} reads it.
    public static String decode(Tokenizer tokenizer, List<Integer> ids) {
        return start(tokenizer).addAll(ids);
    }

    /// What `ids` add, when nothing follows them.
    public String addAll(List<Integer> ids) {
        StringBuilder text = new StringBuilder();
        IncrementalText state = this;
        for (int id : ids) {
            Step step = state.add(id);
            text.append(step.text());
            state = step.next();
        }
        return text.append(state.finish()).toString();
    }

    /// @param id below the tokenizer's {@link Tokenizer#vocabularySize}
    public Step add(int id) {
        byte[] more = bytes(id);
        if (more.length == 0) {
            return new Step("", this);
        }
        byte[] bytes = Arrays.copyOf(held, held.length + more.length);
        System.arraycopy(more, 0, bytes, held.length, more.length);
        StringBuilder text = new StringBuilder();
        int used = Utf8.decode(bytes, text);
        byte[] rest = used == bytes.length ? NONE : Arrays.copyOfRange(bytes, used, bytes.length);
        boolean strip = atStart && !text.isEmpty() && text.charAt(0) == ' ';
        boolean stillAtStart = atStart && text.isEmpty();
        return new Step(text.substring(strip ? 1 : 0), new IncrementalText(tokenizer, specials, stillAtStart, rest));
    }

    /// What remains when no more ids come: U+FFFD for a character that was never completed.
    public String finish() {
        return Utf8.cutOff(held);
    }

    private byte[] bytes(int id) {
        return specials == Specials.SHOWN && tokenizer.isSpecial(id)
                ? tokenizer.piece(id).getBytes(StandardCharsets.UTF_8)
                : tokenizer.bytes(id);
    }
}
