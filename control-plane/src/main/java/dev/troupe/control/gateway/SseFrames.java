package dev.troupe.control.gateway;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// The bytes of server-sent events.
final class SseFrames {
    /// A comment line, and no empty line after it: some clients take an empty line behind an `id`
    /// for an event without data.
    static final byte[] PING = ascii(": ping\n");

    static final byte[] DONE = ascii("data: [DONE]\n\n");

    private static final byte[] ID = ascii("id: ");
    private static final byte[] DATA = ascii("data: ");

    private SseFrames() {}

    /// @param json without line breaks
    static byte[] event(byte[] json) {
        return join(DATA, json, ascii("\n\n"));
    }

    /// @param id number of tokens sent with this event and before it
    static byte[] event(int id, byte[] json) {
        return join(ID, ascii(id + "\n"), event(json));
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
