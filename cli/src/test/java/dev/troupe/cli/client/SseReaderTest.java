package dev.troupe.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SseReaderTest {
    @Test
    void eventsEndAtBlankLines() throws IOException {
        assertThat(read("data: one\n\ndata:two\n\n"))
                .containsExactly(new SseEvent("message", "", "one"), new SseEvent("message", "", "two"));
    }

    @Test
    void linesOfDataAreJoined() throws IOException {
        assertThat(read("data: a\ndata:\ndata:  b\n\n")).containsExactly(new SseEvent("message", "", "a\n\n b"));
    }

    @Test
    void commentsAndUnknownFieldsAreLeftOut() throws IOException {
        assertThat(read(": ping\n\nretry: 5\nwhatever\n\ndata: x\n: in between\n\n"))
                .containsExactly(new SseEvent("message", "", "x"));
    }

    @Test
    void anIdStaysAndANameDoesNot() throws IOException {
        assertThat(read("id: 7\nevent: error\ndata: a\n\ndata: b\n\n"))
                .containsExactly(new SseEvent("error", "7", "a"), new SseEvent("message", "7", "b"));
    }

    @Test
    void everyLineEndIsUnderstood() throws IOException {
        assertThat(read("data: a\r\n\r\ndata: b\r\rdata: c\n\n"))
                .extracting(SseEvent::data)
                .containsExactly("a", "b", "c");
    }

    @Test
    void lettersOfManyBytesSurviveSingleByteReads() throws IOException {
        InputStream dripping = new ByteArrayInputStream("data: é漢🙂\n\n".getBytes(StandardCharsets.UTF_8)) {
            @Override
            public int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, 1));
            }
        };
        assertThat(readAll(dripping)).extracting(SseEvent::data).containsExactly("é漢🙂");
    }

    /// The smallest inputs of the case: CR LF, no space after the colon, comments, two lines of data,
    /// letters of several bytes.
    @Test
    void gw07TheEventsAreTheSameHoweverTheBytesAreSliced() throws IOException {
        byte[] stream =
                ": ping\r\nid: 1\r\ndata: é漢🙂\r\n\r\n: ping\n\ndata:x\n\ndata: a\r\ndata: b\r\n\r\nid: 2\rdata: [DONE]\r\r"
                        .getBytes(StandardCharsets.UTF_8);
        List<SseEvent> expected = List.of(
                new SseEvent("message", "1", "é漢🙂"),
                new SseEvent("message", "1", "x"),
                new SseEvent("message", "1", "a\nb"),
                new SseEvent("message", "2", "[DONE]"));
        for (int slice = 1; slice <= stream.length; slice++) {
            assertThat(readAll(new Sliced(stream, slice, 0)))
                    .as("slices of " + slice)
                    .isEqualTo(expected);
            assertThat(readAll(new Sliced(stream, stream.length, slice)))
                    .as("cut at " + slice)
                    .isEqualTo(expected);
        }
    }

    /// Gives at most `slice` bytes at once, and none across `cut`.
    private static final class Sliced extends ByteArrayInputStream {
        private final int slice;
        private final int cut;

        Sliced(byte[] bytes, int slice, int cut) {
            super(bytes);
            this.slice = slice;
            this.cut = cut;
        }

        @Override
        public synchronized int read(byte[] target, int offset, int length) {
            int most = pos < cut ? Math.min(slice, cut - pos) : slice;
            return super.read(target, offset, Math.min(length, most));
        }

        /// As a socket: only what has come is there.
        @Override
        public synchronized int available() {
            return 0;
        }
    }

    @Test
    void dataThatNoBlankLineClosedIsDropped() throws IOException {
        assertThat(read("data: a\n\ndata: torn")).extracting(SseEvent::data).containsExactly("a");
        assertThat(read("data: a\n\ndata: torn\n")).extracting(SseEvent::data).containsExactly("a");
    }

    @Test
    void endlessLinesAndEventsAreCutOff() {
        String line = "data: " + "x".repeat(SseReader.MAX_EVENT_BYTES);
        assertThatIOException().isThrownBy(() -> read(line)).withMessageContaining("longer than");
        String half = "data: " + "x".repeat(SseReader.MAX_EVENT_BYTES / 2) + "\n";
        assertThatIOException().isThrownBy(() -> read(half + half + half)).withMessageContaining("longer than");
    }

    private static List<SseEvent> read(String text) throws IOException {
        return readAll(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<SseEvent> readAll(InputStream in) throws IOException {
        List<SseEvent> events = new ArrayList<>();
        SseReader reader = new SseReader(in);
        for (Optional<SseEvent> event = reader.next(); event.isPresent(); event = reader.next()) {
            events.add(event.get());
        }
        return events;
    }
}
