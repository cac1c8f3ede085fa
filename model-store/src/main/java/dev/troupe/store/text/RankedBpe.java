package dev.troupe.store.text;

import dev.troupe.store.text.piece.Cutter;
import dev.troupe.store.text.piece.Piece;
import dev.troupe.store.text.piece.Rewriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// BPE of characters by the rank of merges: what a `tokenizer.json` holds of a SentencePiece
/// vocabulary. Characters without a token are spelled in bytes. Immutable.
final class RankedBpe implements PlainEncoder {
    private final Vocabulary vocabulary;
    private final MergeTable merges;
    private final Rules rules;
    private final MarkedBytes bytes;

    /// @param rewriter sees a text first
    /// @param cutter cuts what that gives
    /// @param byteTokens spells characters without a token
    /// @param fuseUnknown whether unknown characters side by side are one token
    /// @param wholeTokensFirst whether a piece that is a token is taken without merging
    /// @param mark what stands for a space in tokens
    record Rules(
            Rewriter rewriter,
            Cutter cutter,
            ByteSpelling byteTokens,
            boolean fuseUnknown,
            boolean wholeTokensFirst,
            String mark) {}

    RankedBpe(Vocabulary vocabulary, MergeTable merges, Rules rules) {
        this.vocabulary = vocabulary;
        this.merges = merges;
        this.rules = rules;
        this.bytes = new MarkedBytes(vocabulary, rules.mark());
    }

    @Override
    public void encode(String text, boolean first, List<Integer> target) {
        String rewritten = rules.rewriter().rewrite(text);
        if (!rewritten.isEmpty()) {
            rules.cutter().cut(Piece.whole(rewritten, first), piece -> spell(piece.written(), target));
        }
    }

    @Override
    public byte[] bytes(int id) {
        return bytes.of(id);
    }

    private void spell(String piece, List<Integer> target) {
        OptionalInt whole = rules.wholeTokensFirst() ? ordinary(piece) : OptionalInt.empty();
        if (whole.isPresent()) {
            target.add(whole.getAsInt());
            return;
        }
        int[] ids = characters(piece);
        int count = merges.merge(ids);
        for (int i = 0; i < count; i++) {
            target.add(ids[i]);
        }
    }

    private int[] characters(String piece) {
        int[] ids = new int[4 * piece.length()];
        int count = 0;
        boolean behindUnknown = false;
        for (int at = 0; at < piece.length(); ) {
            int end = at + Character.charCount(piece.codePointAt(at));
            String character = piece.substring(at, end);
            OptionalInt id = ordinary(character);
            Optional<int[]> spelled = id.isPresent()
                    ? Optional.of(new int[] {id.getAsInt()})
                    : rules.byteTokens().ids(character);
            boolean isUnknown = spelled.isEmpty();
            if (isUnknown && rules.byteTokens().unknown().isPresent() && !(behindUnknown && rules.fuseUnknown())) {
                ids[count++] = rules.byteTokens().unknown().getAsInt();
            }
            if (spelled.isPresent()) {
                System.arraycopy(spelled.get(), 0, ids, count, spelled.get().length);
                count += spelled.get().length;
            }
            behindUnknown = isUnknown;
            at = end;
        }
        return Arrays.copyOf(ids, count);
    }

    private OptionalInt ordinary(String piece) {
        OptionalInt id = vocabulary.id(piece);
        return id.isPresent() && vocabulary.spells(id.getAsInt()) ? id : OptionalInt.empty();
    }
}
