package dev.troupe.store.text;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// SentencePiece BPE: spaces are written `▁` (one in a text counts as a space), the neighbours
/// whose union has the best score merge first (of equal ones the leftmost), and characters without
/// a token are spelled in bytes.
///
/// Done here and not by the Rust library, which ranks merges and so cannot keep equal scores equal:
/// runs of spaces, whose pieces share one score, would come out otherwise.
///
/// A text gets a space in front where the vocabulary asks for it: at its start and behind each
/// special token, but never elsewhere.
final class SentencePieceBpe implements PlainEncoder {
    private static final char SPACE = '▁';

    private final Vocabulary vocabulary;
    private final float[] scores;
    private final boolean spaceInFront;
    private final Map<Integer, Integer> byteTokens;
    private final OptionalInt unknown;
    private final int longest;

    /// @param scores one per token, no NaN
    /// @param byteTokens byte value to id
    SentencePieceBpe(
            Vocabulary vocabulary,
            float[] scores,
            boolean spaceInFront,
            Map<Integer, Integer> byteTokens,
            OptionalInt unknown) {
        this.vocabulary = vocabulary;
        this.scores = scores;
        this.spaceInFront = spaceInFront;
        this.byteTokens = byteTokens;
        this.unknown = unknown;
        this.longest =
                vocabulary.tokens().stream().mapToInt(String::length).max().orElse(0);
    }

    @Override
    public void encode(String text, List<Integer> target) {
        String written = (spaceInFront ? " " + text : text).replace(' ', SPACE);
        new PieceMerger(written, this::ranked).pieces().forEach(piece -> emit(piece, target));
    }

    @Override
    public byte[] bytes(int id) {
        if (vocabulary.type(id) == TokenType.BYTE) {
            return new byte[] {
                (byte) (int) ByteToken.value(vocabulary.token(id)).orElseThrow()
            };
        }
        return vocabulary.token(id).replace(SPACE, ' ').getBytes(StandardCharsets.UTF_8);
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
        for (byte value : piece.getBytes(StandardCharsets.UTF_8)) {
            Integer byteToken = byteTokens.get(Byte.toUnsignedInt(value));
            if (byteToken == null) {
                unknown.ifPresent(target::add);
                return;
            }
            target.add(byteToken);
        }
    }
}
