package dev.troupe.control.fake;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/// One TCP connection that says HTTP by hand: for clients that stop reading, cut off or lie.
public final class RawClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;
    private final StringBuilder received = new StringBuilder();

    /// @param receiveBufferBytes as small as the system allows makes a slow reader
    public RawClient(URI server, int receiveBufferBytes) {
        try {
            socket = new Socket();
            socket.setReceiveBufferSize(receiveBufferBytes);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public RawClient(URI server) {
        this(server, 64 << 10);
    }

    public RawClient post(String path, String json) {
        return head(path, "Content-Length: " + json.getBytes(StandardCharsets.UTF_8).length)
                .write(json);
    }

    /// A request's head with one more header.
    public RawClient head(String path, String header) {
        return write("POST " + path + " HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer " + Gateway.KEY
                + "\r\nContent-Type: application/json\r\n" + header + "\r\n\r\n");
    }

    public RawClient write(String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Reads until `text` has come.
    public String readUntil(String text) {
        try {
            InputStream in = socket.getInputStream();
            byte[] buffer = new byte[1024];
            while (received.indexOf(text) < 0) {
                int count = in.read(buffer);
                if (count < 0) {
                    throw new AssertionError("the connection ended before '" + text + "' came: " + received);
                }
                received.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
            }
            return received.toString();
        } catch (IOException e) {
            throw new UncheckedIOException("waiting for '" + text + "' after " + received, e);
        }
    }

    /// Reads until the server closes.
    public String readAll() {
        try {
            received.append(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            received.append("\n[cut off: ").append(e.getMessage()).append(']');
        }
        return received.toString();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
