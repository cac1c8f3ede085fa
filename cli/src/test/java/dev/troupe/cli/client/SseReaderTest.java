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
