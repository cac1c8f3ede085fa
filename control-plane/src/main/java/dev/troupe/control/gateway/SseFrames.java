package dev.troupe.control.gateway;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// The bytes of server-sent events.
final class SseFrames {
    /// A comment line, and no empty line after it: some clients take an empty line behind an `id`
    /// for an event without data.
    static final byte[] PING = ascii(": ping\n");

    static final byte[] DONE = ascii("data: [DONE]\n\n");

    private static final byte[] ID = ascii("id: ");
    private static final byte[] DATA = ascii("data: ");
    private static final byte[] END = ascii("\n\n");

    private SseFrames() {}

    /// @param json without line breaks
    static byte[] event(byte[] json) {
        return join(DATA, json, END);
    }

    /// @param id number of tokens sent with this event and before it
    static byte[] event(int id, byte[] json) {
        return join(ID, ascii(id + "\n"), DATA, json, END);
    }

    private static byte[] join(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteBuffer all = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
