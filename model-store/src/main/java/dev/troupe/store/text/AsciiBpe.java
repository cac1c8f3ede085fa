package dev.troupe.store.text;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Byte-level BPE of ASCII text, with the ids that the Rust library gives: most requests are ASCII,
/// and the library takes ten times as long. Only what Unicode does not touch is done here: letters,
/// digits and blanks of ASCII are the same in every version of it. Immutable.
final class AsciiBpe {
    private static final int CHARACTERS = 128;
    /// Merging takes the square of a piece's length; longer ones are the library's.
    private static final int LONGEST_PIECE = 64;

    private final Vocabulary vocabulary;
    private final Pattern pieces;
    private final boolean wholeTokensFirst;
    private final int[] byteIds = new int[CHARACTERS];
    private final BitSet spelled = new BitSet(CHARACTERS);
    private final MergeTable merges;

    private AsciiBpe(Vocabulary vocabulary, PreTokenizer pre, MergeTable merges) {
        this.vocabulary = vocabulary;
        this.pieces = pre.asciiPieces();
        this.wholeTokensFirst = pre.wholeTokensFirst();
        this.merges = merges;
    }

    /// A byte that the vocabulary cannot spell is the library's: it drops it.
    static AsciiBpe build(Vocabulary vocabulary, List<Merges.Merge> merges, PreTokenizer pre) {
        AsciiBpe ascii = new AsciiBpe(vocabulary, pre, MergeTable.of(vocabulary, merges));
        for (int value = 0; value < CHARACTERS; value++) {
            int character = value;
            vocabulary.id(String.valueOf(ByteAlphabet.letter(value))).stream()
                    .filter(vocabulary::spells)
                    .forEach(id -> {
                        ascii.spelled.set(character);
                        ascii.byteIds[character] = id;
                    });
        }
        return ascii;
    }

    /// @return whether the text was spelled; if not, `target` is as it was
    boolean encode(String text, List<Integer> target) {
        if (!isSpelled(text)) {
            return false;
        }
        int before = target.size();
        Matcher piece = pieces.matcher(text);
        int done = 0;
        while (piece.find()) {
            if (piece.start() != done || piece.end() - done > LONGEST_PIECE) {
                break;
            }
            spell(text, done, piece.end(), target);
            done = piece.end();
        }
        if (done < text.length()) {
            target.subList(before, target.size()).clear();
            return false;
        }
        return true;
    }

    private boolean isSpelled(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!spelled.get(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private void spell(String text, int from, int to, List<Integer> target) {
        if (wholeTokensFirst) {
            Optional<Integer> whole = whole(text, from, to);
            if (whole.isPresent()) {
                target.add(whole.get());
                return;
            }
        }
        int[] ids = new int[to - from];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = byteIds[text.charAt(from + i)];
        }
        int count = merges.merge(ids);
        for (int i = 0; i < count; i++) {
            target.add(ids[i]);
        }
    }

    private Optional<Integer> whole(String text, int from, int to) {
        char[] letters = new char[to - from];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = ByteAlphabet.letter(text.charAt(from + i));
        }
        Integer id = vocabulary.ids().get(new String(letters));
        return Optional.ofNullable(id).filter(vocabulary::spells);
    }
}
