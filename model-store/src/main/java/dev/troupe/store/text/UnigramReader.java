package dev.troupe.store.text;

import dev.troupe.store.format.GgufMetadata;
import dev.troupe.store.text.piece.Cutter;
import java.util.Optional;

/// Builds a {@link Unigram} from a file's metadata.
final class UnigramReader {
    private static final String MAP = "tokenizer.ggml.precompiled_charsmap";
    private static final String MERGE_SPACES = "tokenizer.ggml.remove_extra_whitespaces";

    private UnigramReader() {}

    static Unigram build(Vocabulary vocabulary, NamedTokens special, GgufMetadata metadata) {
        float[] written = SentencePieceReader.scores(vocabulary, metadata);
        double[] scores = new double[written.length];
        for (int id = 0; id < scores.length; id++) {
            scores[id] = written[id];
        }
        SentencePieceText text = new SentencePieceText(
                map(metadata),
                SentencePieceReader.spaceInFront(metadata),
                metadata.bool(MERGE_SPACES).orElse(false));
        ByteSpelling bytes = SentencePieceReader.byteTokens(vocabulary, special.unknown(), metadata);
        String mark = String.valueOf(SentencePieceText.MARK);
        return new Unigram(vocabulary, scores, new Unigram.Rules(text, Cutter.NONE, bytes, mark));
    }

    private static Optional<CharacterMap> map(GgufMetadata metadata) {
        return metadata.ints(MAP).map(numbers -> {
            byte[] blob = new byte[numbers.length];
            for (int i = 0; i < blob.length; i++) {
                blob[i] = (byte) numbers[i];
            }
            try {
                return new CharacterMap(blob);
            } catch (IllegalArgumentException e) {
                throw metadata.fault(MAP, e.getMessage());
            }
        });
    }
}
