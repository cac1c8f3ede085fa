package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ClientConnectionTest {
    private final ClientConnection connection = new ClientConnection(new EmbeddedChannel());
    private final AtomicInteger told = new AtomicInteger();

    @Test
    void everyWatchHearsOfTheEndOnce() {
        connection.whenClosed(told::incrementAndGet);
        connection.whenClosed(told::incrementAndGet);
        connection.cut();
        connection.cut();
        assertThat(told).hasValue(2);
    }

    @Test
    void aConnectionThatIsClosedAlreadyTellsAtOnce() {
        connection.cut();
        connection.whenClosed(told::incrementAndGet);
        assertThat(told).hasValue(1);
    }

    @Test
    void anEndedWatchHearsNothingAndLeavesNothingAtTheConnection() {
        connection.whenClosed(told::incrementAndGet).close();
        connection.cut();
        assertThat(told).hasValue(0);
    }
}
