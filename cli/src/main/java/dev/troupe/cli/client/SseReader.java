package dev.troupe.cli.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads server-sent events from bytes. One thread; a line or an event longer than the limit ends
/// the stream with an error.
final class SseReader implements AutoCloseable {
    static final int MAX_EVENT_BYTES = 4 << 20;

    private final InputStream in;
    private String lastId = "";
    private boolean skipLineFeed;

    SseReader(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /// The next event with data; empty at the end of the bytes. Data that no blank line closed is
    /// dropped, as the format wants it.
    Optional<SseEvent> next() throws IOException {
        StringBuilder data = new StringBuilder();
        String name = "message";
        boolean hasData = false;
        for (Optional<String> line = readLine(); line.isPresent(); line = readLine()) {
            if (line.get().isEmpty()) {
                if (hasData) {
                    return Optional.of(new SseEvent(name, lastId, data.substring(0, data.length() - 1)));
                }
                name = "message";
                continue;
            }
            Field field = Field.of(line.get());
            switch (field.name()) {
                case "event" -> name = field.value();
                case "id" -> lastId = field.value();
                case "data" -> {
                    hasData = true;
                    append(data, field.value());
                }
                default -> {
                    // Comments and fields that later servers may add.
                }
            }
        }
        return Optional.empty();
    }

    private static void append(StringBuilder data, String value) throws IOException {
        if (data.length() + value.length() > MAX_EVENT_BYTES) {
            throw new IOException("an event is longer than " + MAX_EVENT_BYTES + " characters");
        }
        data.append(value).append('\n');
    }

    private Optional<String> readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            boolean endOfCrLf = next == '\n' && skipLineFeed;
            skipLineFeed = next == '\r';
            if (endOfCrLf) {
                continue;
            }
            if (next == '\n' || next == '\r') {
                return Optional.of(line.toString(StandardCharsets.UTF_8));
            }
            line.write(next);
            if (line.size() > MAX_EVENT_BYTES) {
                throw new IOException("a line is longer than " + MAX_EVENT_BYTES + " bytes");
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private record Field(String name, String value) {
        static Field of(String line) {
            int colon = line.indexOf(':');
            if (colon < 0) {
                return new Field(line, "");
            }
            String value = line.substring(colon + 1);
            return new Field(line.substring(0, colon), value.startsWith(" ") ? value.substring(1) : value);
        }
    }
}
