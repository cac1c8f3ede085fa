package dev.troupe.control.fake;

import dev.troupe.store.template.ProvenanceText;
import dev.troupe.store.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// A vocabulary as bad as can be: tokens that begin and end within characters, hold several, hold
/// bytes that are none, hold nothing, or are special. It only decodes.
///
/// @param tokens what each id stands for; the last ones are special
public record HostileTokenizer(List<byte[]> tokens) implements Tokenizer {
    private static final int SPECIALS = 3;
    private static final String MATTER = "ab aé€\uD83D\uDE80STOP\n한";

    public static HostileTokenizer of(Random random, int size) {
        byte[] matter = MATTER.getBytes(StandardCharsets.UTF_8);
        List<byte[]> tokens = new ArrayList<>();
        for (int id = 0; id < size; id++) {
            int from = random.nextInt(matter.length);
            byte[] token = Arrays.copyOfRange(matter, from, Math.min(matter.length, from + random.nextInt(6)));
            if (token.length > 0 && random.nextInt(8) == 0) {
                token[random.nextInt(token.length)] = (byte) random.nextInt(256);
            }
            tokens.add(token);
        }
        return new HostileTokenizer(tokens);
    }

    @Override
    public int vocabularySize() {
        return tokens.size();
    }

    @Override
    public List<Integer> encode(String text) {
        throw new UnsupportedOperationException("this vocabulary only decodes");
    }

    @Override
    public List<Integer> encode(ProvenanceText text) {
        throw new UnsupportedOperationException("this vocabulary only decodes");
    }

    @Override
    public byte[] bytes(int id) {
        return isSpecial(id) ? new byte[0] : tokens.get(id);
    }

    @Override
    public int longestTokenCharacters() {
        return MATTER.length();
    }

    @Override
    public String piece(int id) {
        return isSpecial(id) ? "<|" + id + "|>" : new String(tokens.get(id), StandardCharsets.UTF_8);
    }

    @Override
    public boolean isSpecial(int id) {
        return id >= tokens.size() - SPECIALS;
    }

    @Override
    public SpecialTokens special() {
        return new SpecialTokens(List.of(), List.of(tokens.size() - 1), false, false);
    }
}
