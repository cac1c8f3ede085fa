package dev.troupe.control.fake;

import dev.troupe.store.template.ProvenanceText;
import dev.troupe.store.template.ProvenanceText.Origin;
import dev.troupe.store.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// One token per UTF-8 byte; id 256 is `<|end|>`, which matches only in a template's text.
public final class LetterTokenizer implements Tokenizer {
    public static final int END = 256;
    private static final String END_TEXT = "<|end|>";

    @Override
    public int vocabularySize() {
        return END + 1;
    }

    @Override
    public List<Integer> encode(String text) {
        List<Integer> ids = new ArrayList<>();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            ids.add(b & 0xff);
        }
        return ids;
    }

    @Override
    public List<Integer> encode(ProvenanceText text) {
        List<Integer> ids = new ArrayList<>();
        for (ProvenanceText.Run run : text.runs()) {
            ids.addAll(run.origin() == Origin.DATA ? encode(run.text()) : encodeTemplate(run.text()));
        }
        return ids;
    }

    private List<Integer> encodeTemplate(String text) {
        List<Integer> ids = new ArrayList<>();
        int start = 0;
        for (int end = text.indexOf(END_TEXT); end >= 0; end = text.indexOf(END_TEXT, start)) {
            ids.addAll(encode(text.substring(start, end)));
            ids.add(END);
            start = end + END_TEXT.length();
        }
        ids.addAll(encode(text.substring(start)));
        return ids;
    }

    @Override
    public byte[] bytes(int id) {
        return id == END ? new byte[0] : new byte[] {(byte) id};
    }

    @Override
    public int longestTokenCharacters() {
        return END_TEXT.length();
    }

    @Override
    public String piece(int id) {
        return id == END ? END_TEXT : new String(bytes(id), StandardCharsets.ISO_8859_1);
    }

    @Override
    public boolean isSpecial(int id) {
        return id == END;
    }

    @Override
    public SpecialTokens special() {
        return new SpecialTokens(List.of(), List.of(END), false, false);
    }
}
