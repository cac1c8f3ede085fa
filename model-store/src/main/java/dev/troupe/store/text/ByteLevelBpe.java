package dev.troupe.store.text;

import dev.troupe.store.text.piece.Cutter;
import dev.troupe.store.text.piece.Piece;
import dev.troupe.store.text.piece.Rewriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// Byte-level BPE: each piece's bytes are merged on their own. Bytes for which the vocabulary has no
/// token are dropped, as upstream. Immutable.
final class ByteLevelBpe implements PlainEncoder {
    private static final int BYTES = 256;
    private static final int ASCII = 128;

    private final Vocabulary vocabulary;
    private final MergeTable merges;
    private final Rules rules;
    private final int[] byteIds = new int[BYTES];
    private final BitSet spelled = new BitSet(BYTES);

    /// @param rewriter sees a text first
    /// @param cutter cuts what that gives
    /// @param wholeTokensFirst whether a piece that is a token is taken without merging
    record Rules(Rewriter rewriter, Cutter cutter, boolean wholeTokensFirst) {}

    ByteLevelBpe(Vocabulary vocabulary, MergeTable merges, Rules rules) {
        this.vocabulary = vocabulary;
        this.merges = merges;
        this.rules = rules;
        for (int value = 0; value < BYTES; value++) {
            int place = value;
            vocabulary.id(String.valueOf(ByteAlphabet.letter(value))).stream()
                    .filter(vocabulary::spells)
                    .forEach(id -> {
                        spelled.set(place);
                        byteIds[place] = id;
                    });
        }
    }

    @Override
    public void encode(String text, boolean first, List<Integer> target) {
        String rewritten = rules.rewriter().rewrite(text);
        if (!rewritten.isEmpty()) {
            rules.cutter().cut(Piece.whole(rewritten, first), piece -> spell(piece, target));
        }
    }

    @Override
    public byte[] bytes(int id) {
        String token = vocabulary.token(id);
        return vocabulary.type(id) == TokenType.USER_DEFINED
                ? token.getBytes(StandardCharsets.UTF_8)
                : ByteAlphabet.bytes(token);
    }

    private void spell(Piece piece, List<Integer> target) {
        if (rules.wholeTokensFirst() && takeWhole(piece, target)) {
            return;
        }
        int[] ids = new int[piece.length()];
        int count = 0;
        for (int i = piece.from(); i < piece.to(); i++) {
            char c = piece.text().charAt(i);
            if (c >= ASCII) {
                spellBytes(piece.written().getBytes(StandardCharsets.UTF_8), target);
                return;
            }
            if (spelled.get(c)) {
                ids[count++] = byteIds[c];
            }
        }
        merge(ids, count, target);
    }

    private void spellBytes(byte[] bytes, List<Integer> target) {
        int[] ids = new int[bytes.length];
        int count = 0;
        for (byte one : bytes) {
            int value = Byte.toUnsignedInt(one);
            if (spelled.get(value)) {
                ids[count++] = byteIds[value];
            }
        }
        merge(ids, count, target);
    }

    private void merge(int[] ids, int count, List<Integer> target) {
        int[] known = count == ids.length ? ids : Arrays.copyOf(ids, count);
        add(known, merges.merge(known), target);
    }

    private boolean takeWhole(Piece piece, List<Integer> target) {
        Integer id = vocabulary.ids().get(ByteAlphabet.letters(piece.written()));
        boolean whole = id != null && vocabulary.spells(id);
        if (whole) {
            target.add(id);
        }
        return whole;
    }

    private static void add(int[] ids, int count, List<Integer> target) {
        for (int i = 0; i < count; i++) {
            target.add(ids[i]);
        }
    }
}
