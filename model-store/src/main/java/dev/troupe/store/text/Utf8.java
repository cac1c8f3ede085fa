package dev.troupe.store.text;

/// Decodes UTF-8 as the Unicode standard advises: each longest beginning of a valid sequence that
/// is cut off or contradicted becomes one U+FFFD.
final class Utf8 {
    private static final char REPLACEMENT = '\ufffd';

    private Utf8() {}

    /// Appends the characters of `bytes` to `out`, but leaves a sequence that more bytes could
    /// complete.
    ///
    /// @return how many bytes were used: all but the last three at least
    static int decode(byte[] bytes, StringBuilder out) {
        int at = 0;
        while (at < bytes.length) {
            int valid = validLength(bytes, at);
            int needed = sequenceLength(bytes[at]);
            if (valid > 0 && valid < needed && at + valid == bytes.length) {
                return at;
            }
            if (valid == needed) {
                out.appendCodePoint(codePoint(bytes, at, needed));
                at += needed;
            } else {
                out.append(REPLACEMENT);
                at += Math.max(1, valid);
            }
        }
        return at;
    }

    /// The replacement for a sequence that nothing completes.
    static String cutOff(byte[] rest) {
        return rest.length == 0 ? "" : String.valueOf(REPLACEMENT);
    }

    /// Bytes of the sequence that a lead byte announces; 1 for ASCII and for bytes that lead
    /// nothing.
    private static int sequenceLength(byte lead) {
        int value = Byte.toUnsignedInt(lead);
        if (value >= 0xc2 && value <= 0xdf) {
            return 2;
        }
        if (value >= 0xe0 && value <= 0xef) {
            return 3;
        }
        return value >= 0xf0 && value <= 0xf4 ? 4 : 1;
    }

    /// How many bytes from `at` on are the beginning of a valid sequence; 0 when the first is none.
    private static int validLength(byte[] bytes, int at) {
        int needed = sequenceLength(bytes[at]);
        if (needed == 1) {
            return bytes[at] >= 0 ? 1 : 0;
        }
        int length = 1;
        while (length < needed && at + length < bytes.length && continues(bytes, at, length)) {
            length++;
        }
        return length;
    }

    private static boolean continues(byte[] bytes, int at, int offset) {
        int value = Byte.toUnsignedInt(bytes[at + offset]);
        int least = 0x80;
        int most = 0xbf;
        if (offset == 1) {
            switch (Byte.toUnsignedInt(bytes[at])) {
                case 0xe0 -> least = 0xa0;
                case 0xed -> most = 0x9f;
                case 0xf0 -> least = 0x90;
                case 0xf4 -> most = 0x8f;
                default -> {}
            }
        }
        return value >= least && value <= most;
    }

    private static int codePoint(byte[] bytes, int at, int length) {
        if (length == 1) {
            return bytes[at];
        }
        int value = bytes[at] & (0x7f >> length);
        for (int i = 1; i < length; i++) {
            value = value << 6 | (bytes[at + i] & 0x3f);
        }
        return value;
    }
}
