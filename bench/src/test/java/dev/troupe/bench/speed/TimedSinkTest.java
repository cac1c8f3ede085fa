package dev.troupe.bench.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.Usage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimedSinkTest {
    private static final Usage USAGE = new Usage(1, 0, 2);

    private final TimedSink sink = new TimedSink();

    @Test
    void everyTokenOfAFinishedStreamHasItsTime() throws InterruptedException {
        sink.accept(new TokenEvent.Token(0, new TokenScore(1, -1f, List.of())));
        sink.accept(new TokenEvent.Token(1, new TokenScore(2, -1f, List.of())));
        sink.accept(new TokenEvent.Finished(FinishReason.LENGTH, USAGE));
        TimedSink.Times times = sink.await(Duration.ofSeconds(1));
        assertThat(times.nanos()).hasSize(2).isSorted();
    }

    @Test
    void aStreamThatFailedIsNoMeasurement() {
        sink.accept(new TokenEvent.Failed(ErrorCode.INTERNAL, "a step failed"));
        assertThatThrownBy(() -> sink.await(Duration.ofSeconds(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a step failed");
    }

    @Test
    void aStreamThatDoesNotEndIsNotAwaitedForEver() {
        assertThatThrownBy(() -> sink.await(Duration.ofMillis(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("did not end");
    }
}
