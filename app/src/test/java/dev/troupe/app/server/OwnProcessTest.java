package dev.troupe.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.cli.server.UpFile;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnProcessTest {
    private static final ProcessHandle SELF = ProcessHandle.current();

    @Test
    void aProcessIsKnownByItsPidAndStart() {
        Instant start = OwnProcess.startedAt(SELF);
        assertThat(OwnProcess.find(entry(SELF.pid(), start), Optional.empty())).contains(SELF);
        assertThat(OwnProcess.find(entry(SELF.pid(), start.plusSeconds(1)), Optional.empty()))
                .contains(SELF);
    }

    @Test
    void aLaterProcessWithTheSamePidIsNotOurs() {
        Instant earlier = OwnProcess.startedAt(SELF).minusSeconds(60);
        assertThat(OwnProcess.find(entry(SELF.pid(), earlier), Optional.empty()))
                .isEmpty();
        assertThat(OwnProcess.find(entry(SELF.pid(), earlier), Optional.of(SELF.pid() + 1)))
                .isEmpty();
    }

    @Test
    void whoHoldsTheHomeIsOursWhateverTheClockSays() {
        assertThat(OwnProcess.find(entry(SELF.pid(), Instant.EPOCH), Optional.of(SELF.pid())))
                .contains(SELF);
    }

    @Test
    void aPidWithoutAProcessIsNobody() {
        assertThat(OwnProcess.find(entry(Long.MAX_VALUE, Instant.EPOCH), Optional.of(Long.MAX_VALUE)))
                .isEmpty();
    }

    private static UpFile.Entry entry(long pid, Instant start) {
        return new UpFile.Entry("all", "all-1", pid, Optional.empty(), start);
    }
}
