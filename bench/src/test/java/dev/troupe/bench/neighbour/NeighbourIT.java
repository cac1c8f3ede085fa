package dev.troupe.bench.neighbour;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class NeighbourIT {
    @Test
    void itSpinsUntilItIsClosed() throws IOException {
        Neighbour neighbour = Neighbour.start();
        assertThat(neighbour.isAlive()).isTrue();
        neighbour.close();
        assertThat(neighbour.isAlive()).isFalse();
    }
}
