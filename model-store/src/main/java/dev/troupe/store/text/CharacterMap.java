package dev.troupe.store.text;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;

/// SentencePiece's table of what characters are rewritten to: a double-array trie over UTF-8, and
/// the texts that its leaves point to. Longest match first. Immutable.
final class CharacterMap {
    private static final int TOP_BIT = 1 << 31;

    private final IntBuffer units;
    private final byte[] texts;

    /// @throws IllegalArgumentException when its parts do not fit
    CharacterMap(byte[] blob) {
        ByteBuffer source = ByteBuffer.wrap(blob).order(ByteOrder.LITTLE_ENDIAN);
        int size = blob.length < Integer.BYTES ? 0 : source.getInt();
        if (size < Integer.BYTES || size % Integer.BYTES != 0 || size > source.remaining()) {
            throw new IllegalArgumentException("says that its trie has " + size + " of " + blob.length + " bytes");
        }
        this.units =
                source.slice(Integer.BYTES, size).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
        this.texts = new byte[blob.length - Integer.BYTES - size];
        source.get(Integer.BYTES + size, texts);
    }

    /// What the longest prefix is rewritten to; a place that the table lacks ends a search.
    String rewrite(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        StringBuilder rewritten = new StringBuilder(text.length());
        int plain = 0;
        int at = 0;
        while (at < bytes.length) {
            Match match = longest(bytes, at);
            if (match.length() > 0) {
                rewritten.append(new String(bytes, plain, at - plain, StandardCharsets.UTF_8));
                rewritten.append(text(match.place()));
                at += match.length();
                plain = at;
            } else {
                at += characterLength(bytes, at);
            }
        }
        return rewritten
                .append(new String(bytes, plain, at - plain, StandardCharsets.UTF_8))
                .toString();
    }

    private record Match(int length, int place) {}

    private Match longest(byte[] bytes, int from) {
        Match longest = new Match(0, 0);
        int node = base(unit(0));
        for (int i = from; i < bytes.length && bytes[i] != 0; i++) {
            int value = Byte.toUnsignedInt(bytes[i]);
            node ^= value;
            int unit = unit(node);
            if ((unit & (TOP_BIT | 0xff)) != value) {
                break;
            }
            node ^= base(unit);
            if ((unit >>> 8 & 1) == 1) {
                longest = new Match(i - from + 1, unit(node) & ~TOP_BIT);
            }
        }
        return longest;
    }

    private static int base(int unit) {
        return unit >>> 10 << ((unit & 1 << 9) >>> 6);
    }

    private int unit(int node) {
        return node >= 0 && node < units.limit() ? units.get(node) : TOP_BIT;
    }

    private String text(int place) {
        int end = place;
        while (end < texts.length && texts[end] != 0) {
            end++;
        }
        return place < texts.length ? new String(texts, place, end - place, StandardCharsets.UTF_8) : "";
    }

    private static int characterLength(byte[] bytes, int at) {
        int length = 1;
        while (at + length < bytes.length && (bytes[at + length] & 0xc0) == 0x80) {
            length++;
        }
        return length;
    }
}
