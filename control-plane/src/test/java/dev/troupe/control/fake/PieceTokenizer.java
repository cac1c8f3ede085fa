package dev.troupe.control.fake;

import dev.troupe.store.template.ProvenanceText;
import dev.troupe.store.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Token `i` stands for `pieces.get(i)`; the id behind them is the first token of plain prompts. It
/// spells every text by its first piece, character by character.
public record PieceTokenizer(List<byte[]> pieces, boolean addBos) implements Tokenizer {

    public static PieceTokenizer of(String... pieces) {
        List<byte[]> bytes = new ArrayList<>();
        for (String piece : pieces) {
            bytes.add(piece.getBytes(StandardCharsets.UTF_8));
        }
        return new PieceTokenizer(bytes, false);
    }

    public int bos() {
        return pieces.size();
    }

    @Override
    public int vocabularySize() {
        return pieces.size() + 1;
    }

    @Override
    public List<Integer> encode(String text) {
        return text.chars().mapToObj(_ -> 0).toList();
    }

    @Override
    public List<Integer> encode(ProvenanceText text) {
        return encode(text.plain());
    }

    @Override
    public byte[] bytes(int id) {
        return id == bos() ? new byte[0] : pieces.get(id);
    }

    @Override
    public int longestTokenCharacters() {
        return 16;
    }

    @Override
    public String piece(int id) {
        return new String(bytes(id), StandardCharsets.UTF_8);
    }

    @Override
    public boolean isSpecial(int id) {
        return id == bos();
    }

    @Override
    public SpecialTokens special() {
        return new SpecialTokens(List.of(bos()), List.of(), addBos, false);
    }
}
