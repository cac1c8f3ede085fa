package dev.troupe.store.text;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// SentencePiece BPE: spaces are written `▁` (one in a text counts as a space), the neighbours
/// whose union has the best score merge first (of equal ones the leftmost), and characters without
/// a token are spelled in bytes.
///
/// Scores and not ranks of merges decide, since equal scores must stay equal:
/// runs of spaces, whose pieces share one score, would come out otherwise.
///
/// A text gets a space in front where the vocabulary asks for it: at its start and behind each
/// special token, but never elsewhere.
final class SentencePieceBpe implements PlainEncoder {
    private static final char SPACE = '▁';

    private final Vocabulary vocabulary;
    private final float[] scores;
    private final boolean spaceInFront;
    private final ByteSpelling byteTokens;
    private final MarkedBytes bytes;
    private final int longest;

    /// @param scores one per token, no NaN
    /// @param byteTokens spells characters without a token
    SentencePieceBpe(Vocabulary vocabulary, float[] scores, boolean spaceInFront, ByteSpelling byteTokens) {
        this.vocabulary = vocabulary;
        this.scores = scores;
        this.spaceInFront = spaceInFront;
        this.byteTokens = byteTokens;
        this.bytes = new MarkedBytes(vocabulary, String.valueOf(SPACE));
        this.longest =
                vocabulary.tokens().stream().mapToInt(String::length).max().orElse(0);
    }

    @Override
    public void encode(String text, boolean first, List<Integer> target) {
        String written = (spaceInFront ? " " + text : text).replace(' ', SPACE);
        new PieceMerger(written, this::ranked).pieces().forEach(piece -> emit(piece, target));
    }

    @Override
    public byte[] bytes(int id) {
        return bytes.of(id);
    }

    private Optional<Float> ranked(String text, int from, int to) {
        return to - from > longest
                ? Optional.empty()
                : ordinary(text.substring(from, to)).map(id -> scores[id]);
    }

    private Optional<Integer> ordinary(String piece) {
        OptionalInt id = vocabulary.id(piece);
        return id.isPresent() && vocabulary.spells(id.getAsInt()) ? Optional.of(id.getAsInt()) : Optional.empty();
    }

    private void emit(String piece, List<Integer> target) {
        Optional<Integer> id = ordinary(piece);
        if (id.isPresent()) {
            target.add(id.get());
            return;
        }
        Optional<int[]> spelled = byteTokens.ids(piece);
        if (spelled.isPresent()) {
            Arrays.stream(spelled.get()).forEach(target::add);
        } else {
            byteTokens.unknown().ifPresent(target::add);
        }
    }
}
