package dev.troupe.app.server;

import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/// Says early that a port is busy, before anything is fetched or loaded.
final class PortProbe {
    private PortProbe() {}

    /// @throws CliException `PORT_BUSY`
    static void check(int port) {
        if (port == 0) {
            return;
        }
        try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getByName(ServerPlan.HOST))) {
            // That it could be bound is the answer.
        } catch (IOException e) {
            throw busy(port, e);
        }
    }

    static CliException busy(int port, Exception cause) {
        return new CliException(
                ExitCode.PORT_BUSY,
                "cannot listen on port " + port + " (" + cause.getMessage()
                        + "); stop the other program or give --port N",
                cause);
    }
}
