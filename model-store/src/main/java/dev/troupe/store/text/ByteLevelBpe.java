package dev.troupe.store.text;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.troupe.store.format.GgufMetadata;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/// Byte-level BPE by the Rust library, which is given a `tokenizer.json` made from the file's own
/// vocabulary. Special tokens are not in it, so it cannot produce them. Bytes for which the
/// vocabulary has no token are dropped, as the library does upstream. ASCII text does not need the
/// library.
///
/// A call of the library holds its carrier thread; long texts go through {@link EncodingPool}.
final class ByteLevelBpe implements PlainEncoder {
    /// The library cuts texts at 512 tokens unless it is told not to.
    private static final Map<String, String> OPTIONS =
            Map.of("truncation", "false", "padding", "false", "addSpecialTokens", "false");

    static {
        System.setProperty("ai.djl.offline", "true");
        System.setProperty("OPT_OUT_TRACKING", "true");
    }

    private final Vocabulary vocabulary;
    private final HuggingFaceTokenizer library;
    private final AsciiBpe ascii;

    private ByteLevelBpe(Vocabulary vocabulary, HuggingFaceTokenizer library, AsciiBpe ascii) {
        this.vocabulary = vocabulary;
        this.library = library;
        this.ascii = ascii;
    }

    static ByteLevelBpe build(Vocabulary vocabulary, PreTokenizer pre, GgufMetadata metadata) {
        List<Merges.Merge> merges = Merges.read(vocabulary, metadata);
        byte[] json = new TokenizerJson(vocabulary, merges, pre).bytes();
        try {
            return new ByteLevelBpe(
                    vocabulary,
                    HuggingFaceTokenizer.newInstance(new ByteArrayInputStream(json), OPTIONS),
                    AsciiBpe.build(vocabulary, merges, pre));
        } catch (IOException | RuntimeException e) {
            throw metadata.fault(VocabularyReader.TOKENS, "cannot be used for byte-level BPE: " + e.getMessage());
        }
    }

    @Override
    public void encode(String text, List<Integer> target) {
        if (!ascii.encode(text, target)) {
            encodeNatively(text, target);
        }
    }

    void encodeNatively(String text, List<Integer> target) {
        for (long id : library.encode(text, false, false).getIds()) {
            target.add((int) id);
        }
    }

    @Override
    public byte[] bytes(int id) {
        return ByteAlphabet.bytes(vocabulary.token(id));
    }
}
