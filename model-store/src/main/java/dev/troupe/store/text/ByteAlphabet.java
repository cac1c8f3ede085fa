package dev.troupe.store.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The letters that stand for bytes in a byte-level vocabulary: visible Latin-1 characters for
/// themselves, characters from U+0100 on for the others.
final class ByteAlphabet {
    private static final int BYTES = 256;
    private static final int[] BYTE_OF = byteOf();
    private static final char[] LETTER_OF = letterOf();

    private ByteAlphabet() {}

    /// The bytes a token spells. Tokens that were added as plain text hold other characters; they
    /// spell their own UTF-8.
    static byte[] bytes(String token) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(token.length());
        for (int i = 0; i < token.length(); i++) {
            char letter = token.charAt(i);
            if (letter >= BYTE_OF.length || BYTE_OF[letter] == BYTES) {
                return token.getBytes(StandardCharsets.UTF_8);
            }
            bytes.write(BYTE_OF[letter]);
        }
        return bytes.toByteArray();
    }

    /// @param value `0..255`
    static char letter(int value) {
        return LETTER_OF[value];
    }

    /// The letters of a text's UTF-8.
    static String letters(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        char[] letters = new char[bytes.length];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = LETTER_OF[Byte.toUnsignedInt(bytes[i])];
        }
        return new String(letters);
    }

    private static char[] letterOf() {
        char[] letterOf = new char[BYTES];
        for (char letter = 0; letter < BYTE_OF.length; letter++) {
            if (BYTE_OF[letter] != BYTES) {
                letterOf[BYTE_OF[letter]] = letter;
            }
        }
        return letterOf;
    }

    private static int[] byteOf() {
        int hidden = 0;
        int[] byteOf = new int[2 * BYTES];
        Arrays.fill(byteOf, BYTES);
        for (int value = 0; value < BYTES; value++) {
            byteOf[isVisible(value) ? value : BYTES + hidden++] = value;
        }
        return byteOf;
    }

    private static boolean isVisible(int value) {
        return (value >= '!' && value <= '~') || (value >= 0xa1 && value <= 0xac) || value >= 0xae;
    }
}
