package dev.troupe.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.control.fake.FakeNode;
import dev.troupe.control.fake.Gateway;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

final class ControlPlaneIT {
    @Test
    void aBusyPortIsToldInOnePlainLine() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ControlPlaneConfig config =
                    ControlPlaneConfig.of(other.getLocalPort(), Gateway.config().keys());
            assertThatThrownBy(() -> ControlPlane.start(config, new FakeNode(), Gateway.catalog()))
                    .isInstanceOf(UncheckedIOException.class)
                    .cause()
                    .isInstanceOf(BindException.class)
                    .hasMessageStartingWith("cannot listen on 127.0.0.1:" + other.getLocalPort() + ": ")
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
        }
    }

    @Test
    void aClosedGatewayListensNoMoreAndItsPortIsFree() throws IOException {
        ControlPlane plane = ControlPlane.start(Gateway.config(), new FakeNode(), Gateway.catalog());
        int port = plane.url().getPort();
        plane.close();
        plane.close();
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port))
                .isInstanceOf(ConnectException.class);
        ControlPlaneConfig again = ControlPlaneConfig.of(port, Gateway.config().keys());
        try (ControlPlane second = ControlPlane.start(again, new FakeNode(), Gateway.catalog())) {
            assertThat(second.url().getPort()).isEqualTo(port);
        }
    }
}
