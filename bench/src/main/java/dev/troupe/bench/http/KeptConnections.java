package dev.troupe.bench.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A client that costs next to nothing: plain sockets that stay open, one thread for all of them,
/// nothing is looked at before all replies are there. What it measures is the server's time. Used
/// from one thread.
final class KeptConnections implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final byte[] OK = "HTTP/1.1 200 ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LAST_CHUNK = "\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int BUFFER_BYTES = 1 << 16;

    private final Endpoint server;
    private final Selector selector;
    private final List<SocketChannel> channels = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);

    private KeptConnections(Endpoint server, Selector selector) {
        this.server = server;
        this.selector = selector;
    }

    /// @param count of connections, and the most requests of one burst
    static KeptConnections open(Endpoint server, int count) throws IOException {
        KeptConnections connections = new KeptConnections(server, Selector.open());
        try {
            for (int i = 0; i < count; i++) {
                connections.connect();
            }
        } catch (IOException e) {
            connections.close();
            throw e;
        }
        return connections;
    }

    private void connect() throws IOException {
        URI url = server.url();
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(url.getHost(), url.getPort()));
        channels.add(channel);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
    }

    /// What came on one connection.
    private static final class Receiving {
        private final List<RawReply.Arrival> arrivals = new ArrayList<>();
        private byte[] bytes = new byte[BUFFER_BYTES];
        private int size;
        private long start;

        private void add(ByteBuffer part) {
            int count = part.remaining();
            if (size + count > bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * (size + count));
            }
            part.get(bytes, size, count);
            size += count;
            arrivals.add(new RawReply.Arrival(size, System.nanoTime()));
        }

        /// @throws IOException when it is no stream
        private boolean isWhole() throws IOException {
            int seen = Math.min(size, OK.length);
            if (!Arrays.equals(bytes, 0, seen, OK, 0, seen)) {
                throw new IOException("not a stream: " + new String(bytes, 0, size, StandardCharsets.UTF_8));
            }
            int end = size - LAST_CHUNK.length;
            return end >= 0 && Arrays.equals(bytes, end, size, LAST_CHUNK, 0, LAST_CHUNK.length);
        }

        private Answer answer() {
            return RawReply.answer(Arrays.copyOf(bytes, size), arrivals, start);
        }
    }

    /// Asks everything at once, each on a connection of its own, and waits for all ends.
    ///
    /// @throws IOException when a reply is no stream or does not end
    List<Answer> burst(List<Ask> asks) throws IOException {
        List<byte[]> requests = asks.stream().map(this::request).toList();
        List<Receiving> replies = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            Receiving reply = new Receiving();
            replies.add(reply);
            channels.get(i).register(selector, SelectionKey.OP_READ, reply);
        }
        for (int i = 0; i < requests.size(); i++) {
            replies.get(i).start = System.nanoTime();
            send(channels.get(i), requests.get(i));
        }
        receive(replies.size());
        return replies.stream().map(Receiving::answer).toList();
    }

    /// Asks one after the other, on one connection.
    List<Answer> inTurn(List<Ask> asks) throws IOException {
        List<Answer> answers = new ArrayList<>();
        for (Ask ask : asks) {
            answers.addAll(burst(List.of(ask)));
        }
        return answers;
    }

    /// A request is far smaller than a socket's buffer.
    private static void send(SocketChannel channel, byte[] request) throws IOException {
        if (channel.write(ByteBuffer.wrap(request)) != request.length) {
            throw new IOException("a request of " + request.length + " bytes did not fit the socket's buffer");
        }
    }

    private void receive(int count) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        int open = count;
        while (open > 0) {
            selector.select(PATIENCE.toMillis());
            if (System.nanoTime() > deadline) {
                throw new IOException(open + " replies did not end within " + PATIENCE);
            }
            for (SelectionKey key : selector.selectedKeys()) {
                open -= read(key) ? 1 : 0;
            }
            selector.selectedKeys().clear();
        }
        // Forgets the keys that were cancelled.
        selector.selectNow();
    }

    /// @return whether the reply is whole
    private boolean read(SelectionKey key) throws IOException {
        Receiving reply = (Receiving) key.attachment();
        buffer.clear();
        if (((SocketChannel) key.channel()).read(buffer) < 0) {
            throw new IOException("the server closed a connection");
        }
        reply.add(buffer.flip());
        if (!reply.isWhole()) {
            return false;
        }
        key.cancel();
        return true;
    }

    private byte[] request(Ask ask) {
        byte[] body = ask.body(server.model()).getBytes(StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder("POST " + ask.path() + " HTTP/1.1\r\n");
        head.append("Host: ").append(server.url().getAuthority()).append("\r\n");
        server.key()
                .ifPresent(
                        key -> head.append("Authorization: Bearer ").append(key).append("\r\n"));
        head.append("Content-Type: application/json\r\n");
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(head.toString().getBytes(StandardCharsets.US_ASCII));
        request.writeBytes(body);
        return request.toByteArray();
    }

    @Override
    public void close() throws IOException {
        try (selector) {
            for (SocketChannel channel : channels) {
                channel.close();
            }
        }
    }
}
