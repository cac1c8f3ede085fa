package dev.troupe.control.gateway;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpRequestWrapper;
import io.micronaut.http.server.netty.NettyHttpRequest;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;

/// Tells when a client's connection closes. A publisher hears of that only at its next event, which
/// may be a long prefill away; so this asks the channel, through a class that Micronaut keeps for
/// itself. No other class of ours may use it.
final class ClientConnection {
    private final Channel channel;

    ClientConnection(Channel channel) {
        this.channel = channel;
    }

    static ClientConnection of(HttpRequest<?> request) {
        HttpRequest<?> inner = request;
        while (inner instanceof HttpRequestWrapper<?> wrapper) {
            inner = wrapper.getDelegate();
        }
        if (inner instanceof NettyHttpRequest<?> netty) {
            return new ClientConnection(netty.getChannelHandlerContext().channel());
        }
        throw new IllegalStateException(
                "the request is a " + inner.getClass().getName() + ", which hides its connection");
    }

    /// @param gone called once, on an event loop: it must not block; at once when the connection is
    ///     closed already
    /// @return ends the watch. A connection carries one request after another: a watch that nobody
    ///     ended would keep its request as long as the connection lives
    Watch whenClosed(Runnable gone) {
        ChannelFutureListener listener = _ -> gone.run();
        channel.closeFuture().addListener(listener);
        return () -> channel.closeFuture().removeListener(listener);
    }

    /// One request's look at its connection.
    @FunctionalInterface
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /// Cuts the connection, whatever is still to be written.
    void cut() {
        ChannelFuture unused = channel.close();
    }
}
