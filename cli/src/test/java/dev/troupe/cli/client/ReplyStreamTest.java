package dev.troupe.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.testing.Chunks;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReplyStreamTest {
    @Test
    void aWholeReplyIsReadToItsEnd() {
        assertThat(read(Chunks.text("Hel"), Chunks.text("lo"), Chunks.finish("stop"), Chunks.USAGE, Chunks.DONE))
                .containsExactly(
                        new ReplyEvent.Text("Hel"),
                        new ReplyEvent.Text("lo"),
                        new ReplyEvent.Finished("stop"),
                        new ReplyEvent.Counted(7, 3));
    }

    @Test
    void anErrorEventIsAFailureWithItsMessage() {
        assertBroken("no memory left", Chunks.text("Hel"), Chunks.error("no memory left"));
    }

    @Test
    void aTornReplyIsAFailure() {
        assertBroken("ended before the reply did", Chunks.text("Hel"));
        assertBroken("ended before the reply did", Chunks.text("Hel"), Chunks.finish("stop"));
        assertBroken("ended before the reply did");
    }

    @Test
    void doneWithoutAReasonIsAFailure() {
        assertBroken("without saying why", Chunks.text("Hel"), Chunks.DONE);
    }

    @Test
    void whatIsNotJsonIsAFailure() {
        assertBroken("not JSON", "<html>");
    }

    private static void assertBroken(String message, String... pieces) {
        assertThatExceptionOfType(CliException.class)
                .isThrownBy(() -> read(pieces))
                .withMessageContaining(message)
                .matches(problem -> problem.exitCode() == ExitCode.STREAM_BROKEN);
    }

    private static List<ReplyEvent> read(String... pieces) {
        String bytes = Stream.of(pieces).map(piece -> "data: " + piece + "\n\n").collect(Collectors.joining());
        List<ReplyEvent> events = new ArrayList<>();
        try (ReplyStream reply = new ReplyStream(new ByteArrayInputStream(bytes.getBytes(StandardCharsets.UTF_8)))) {
            for (Optional<ReplyEvent> event = reply.next(); event.isPresent(); event = reply.next()) {
                events.add(event.get());
            }
        }
        return events;
    }
}
