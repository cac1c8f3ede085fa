package dev.troupe.store.text;

import dev.troupe.store.template.ProvenanceText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A tokenizer with one token per byte, and id 256 as a special token.
record ByteTokens(boolean stripLeadingSpace) implements Tokenizer {
    static final int SPECIAL = 256;

    @Override
    public int vocabularySize() {
        return SPECIAL + 1;
    }

    @Override
    public List<Integer> encode(String text) {
        List<Integer> ids = new ArrayList<>();
        for (byte value : text.getBytes(StandardCharsets.UTF_8)) {
            ids.add(Byte.toUnsignedInt(value));
        }
        return ids;
    }

    @Override
    public List<Integer> encode(ProvenanceText text) {
        return encode(text.plain());
    }

    @Override
    public byte[] bytes(int id) {
        return id == SPECIAL ? new byte[0] : new byte[] {(byte) id};
    }

    @Override
    public int longestTokenCharacters() {
        return piece(SPECIAL).length();
    }

    @Override
    public String piece(int id) {
        return id == SPECIAL ? "<end>" : Character.toString(id);
    }

    @Override
    public boolean isSpecial(int id) {
        return id == SPECIAL;
    }

    @Override
    public SpecialTokens special() {
        return new SpecialTokens(List.of(), List.of(SPECIAL), false, stripLeadingSpace);
    }
}
