package dev.troupe.store.text;

import dev.troupe.store.format.GgufFile;
import dev.troupe.store.format.GgufWriter;
import dev.troupe.store.format.MemoryFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Vocabularies of some hundred tokens, of both kinds.
final class SmallVocabulary {
    static final List<String> SPECIALS = List.of("<s>", "</s>", "<|im_start|>", "<|im_end|>", "<tool>");
    static final int BOS = 1;
    static final int EOS = 2;
    static final int START = 3;
    static final int END = 4;
    static final int TOOL = 5;
    private static final int FIRST_BYTE = 6;
    private static final int FIRST_PIECE = FIRST_BYTE + 256;
    private static final List<String> PIECES = List.of(
            "▁", "a", "b", "c", "<", ">", "|", "s", "/", "e", "n", "d", "i", "m", "_", "▁▁", "▁▁▁", "▁▁▁▁", "ab", "abc",
            "▁a", "▁ab", "s>", "</", "<s>x", "im", "im_", "end", "<|", "|>", "nd", "en");

    private SmallVocabulary() {}

    /// SentencePiece: unknown, five special tokens, all bytes, then pieces; runs of spaces share a
    /// score.
    static Consumer<GgufWriter> sentencePiece() {
        List<String> tokens = new ArrayList<>(List.of("<unk>"));
        List<Integer> types = new ArrayList<>(List.of(2));
        List<Float> scores = new ArrayList<>(List.of(0f));
        for (String special : SPECIALS) {
            add(special, special.equals("<tool>") ? 4 : 3, 0f, tokens, types, scores);
        }
        for (int value = 0; value < 256; value++) {
            add("<0x%02X>".formatted(value), 6, 0f, tokens, types, scores);
        }
        for (String piece : PIECES) {
            float score = piece.startsWith("▁▁") ? -1e9f : -(float) tokens.size();
            add(piece, 1, score, tokens, types, scores);
        }
        return writer -> writer.put("tokenizer.ggml.model", "llama")
                .put("tokenizer.ggml.tokens", tokens)
                .put("tokenizer.ggml.token_type", ints(types))
                .put("tokenizer.ggml.scores", floats(scores))
                .put("tokenizer.ggml.bos_token_id", BOS)
                .put("tokenizer.ggml.eos_token_id", EOS);
    }

    /// Byte-level: all bytes, then the merges `ab`, `abc`, ` a`; special tokens as above.
    static Consumer<GgufWriter> byteLevel(String pre) {
        List<String> tokens = new ArrayList<>(List.of("<unk>"));
        List<Integer> types = new ArrayList<>(List.of(2));
        for (String special : SPECIALS) {
            add(special, special.equals("<tool>") ? 4 : 3, 0f, tokens, types, new ArrayList<>());
        }
        for (int value = 0; value < 256; value++) {
            add(letter(value), 1, 0f, tokens, types, new ArrayList<>());
        }
        for (String piece : List.of("ab", "abc", "Ġa")) {
            add(piece, 1, 0f, tokens, types, new ArrayList<>());
        }
        return writer -> writer.put("tokenizer.ggml.model", "gpt2")
                .put("tokenizer.ggml.pre", pre)
                .put("tokenizer.ggml.tokens", tokens)
                .put("tokenizer.ggml.token_type", ints(types))
                .put("tokenizer.ggml.merges", List.of("a b", "ab c", "Ġ a"))
                .put("tokenizer.ggml.bos_token_id", BOS)
                .put("tokenizer.ggml.eos_token_id", EOS);
    }

    static GgufFile file(Consumer<GgufWriter> declare) {
        return MemoryFiles.withMetadata(declare);
    }

    static Tokenizer tokenizer(Consumer<GgufWriter> declare) {
        return TextModels.fromGguf(file(declare)).tokenizer();
    }

    static int byteId(int value) {
        return FIRST_BYTE + value;
    }

    static int pieceId(String piece) {
        return FIRST_PIECE + PIECES.indexOf(piece);
    }

    static int[] ints(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    static float[] floats(List<Float> values) {
        float[] floats = new float[values.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = values.get(i);
        }
        return floats;
    }

    private static void add(
            String token, int type, float score, List<String> tokens, List<Integer> types, List<Float> scores) {
        tokens.add(token);
        types.add(type);
        scores.add(score);
    }

    private static String letter(int value) {
        for (char c = 0; c < 512; c++) {
            byte[] bytes = ByteAlphabet.bytes(String.valueOf(c));
            boolean letter = c >= '!' && bytes.length == 1 && Byte.toUnsignedInt(bytes[0]) == value;
            if (letter) {
                return String.valueOf(c);
            }
        }
        throw new AssertionError("byte " + value + " has no letter");
    }
}
