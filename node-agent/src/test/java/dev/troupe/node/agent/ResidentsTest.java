package dev.troupe.node.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.node.ModelResidence;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResidentsTest {
    private static final ModelResidence READY =
            new ModelResidence(Digest.of(Digest.sha256().digest()), ModelResidence.State.READY, 1, 1000, "");

    @Test
    void aRunningEngineServesWhatIsResident() {
        assertThat(Residents.served(List.of(READY), Optional.empty())).containsExactly(READY);
    }

    @Test
    void underAStoppedEngineNoModelLooksReady() {
        List<ModelResidence> served = Residents.served(List.of(READY), Optional.of("the engine stopped"));
        assertThat(served)
                .containsExactly(
                        new ModelResidence(READY.model(), ModelResidence.State.FAILED, 1, 1000, "the engine stopped"));
    }
}
