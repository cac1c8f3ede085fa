package dev.troupe.control.reply;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Bytes of tokens to text: characters come out when their last byte is in. Bytes that can never
/// become a character come out as U+FFFD.
final class Utf8Text {
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();

    String add(byte[] bytes) {
        pending.writeBytes(bytes);
        byte[] all = pending.toByteArray();
        int whole = all.length - openBytes(all);
        pending.reset();
        pending.write(all, whole, all.length - whole);
        return new String(all, 0, whole, StandardCharsets.UTF_8);
    }

    /// What is left: an unfinished character.
    String finish() {
        String rest = pending.toString(StandardCharsets.UTF_8);
        pending.reset();
        return rest;
    }

    /// Bytes at the end that begin a character which may still be completed.
    private static int openBytes(byte[] bytes) {
        for (int back = 1; back <= Math.min(3, bytes.length); back++) {
            int value = bytes[bytes.length - back] & 0xff;
            if ((value & 0xc0) == 0x80) {
                continue;
            }
            return length(value) > back ? back : 0;
        }
        return 0;
    }

    private static int length(int lead) {
        if (lead >= 0xf0 && lead <= 0xf4) {
            return 4;
        }
        if (lead >= 0xe0) {
            return lead <= 0xef ? 3 : 1;
        }
        return lead >= 0xc2 ? 2 : 1;
    }
}
