package dev.troupe.control.gateway;

import dev.troupe.control.dispatch.Call;
import dev.troupe.control.dispatch.ReadyReply;
import dev.troupe.control.dispatch.ReplyDesk;
import dev.troupe.control.gateway.ClientConnection.Watch;
import dev.troupe.control.limits.StreamLimits;
import dev.troupe.control.metrics.GatewayMetrics;
import dev.troupe.control.reply.ReplyOutcome;
import io.micronaut.core.annotation.Nullable;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/// The endpoints that make text.
@Controller("/v1")
@Produces(MediaType.ALL)
final class GenerateController {
    private final ReplyDesk desk;
    private final StreamLimits limits;
    private final GatewayMetrics metrics;

    GenerateController(ReplyDesk desk, StreamLimits limits, GatewayMetrics metrics) {
        this.desk = desk;
        this.limits = limits;
        this.metrics = metrics;
    }

    @Post("/chat/completions")
    CompletableFuture<HttpResponse<?>> chat(HttpRequest<?> request, @Body @Nullable byte[] body) {
        return answer(request, call(request, body), desk::chat);
    }

    @Post("/completions")
    CompletableFuture<HttpResponse<?>> completion(HttpRequest<?> request, @Body @Nullable byte[] body) {
        return answer(request, call(request, body), desk::completion);
    }

    /// One virtual thread does everything for a request, from its body to its reply's end.
    private CompletableFuture<HttpResponse<?>> answer(
            HttpRequest<?> request, Call call, Function<Call, ReadyReply> start) {
        CompletableFuture<HttpResponse<?>> response = new CompletableFuture<>();
        ClientConnection client = ClientConnection.of(request);
        Thread.ofVirtual().name("request").start(() -> serve(response, client, () -> start.apply(call)));
        return response;
    }

    private void serve(
            CompletableFuture<HttpResponse<?>> response, ClientConnection client, Supplier<ReadyReply> start) {
        try {
            deliver(response, client, start.get());
        } catch (Throwable e) {
            if (!response.completeExceptionally(e)) {
                throw e;
            }
        }
    }

    private void deliver(CompletableFuture<HttpResponse<?>> response, ClientConnection client, ReadyReply reply) {
        try {
            Watch watch = client.whenClosed(reply.run()::clientGone);
            switch (reply.delivery()) {
                case WHOLE -> response.complete(headers(whole(reply, watch), reply));
                case STREAM, STREAM_WITH_USAGE -> stream(response, reply, client, watch);
            }
        } finally {
            // Whatever went wrong before it ran, its place and its work at the node are given back.
            reply.run().drop();
        }
    }

    private static Call call(HttpRequest<?> request, @Nullable byte[] body) {
        return new Call(
                Callers.of(request),
                Bodies.orEmpty(body),
                Optional.ofNullable(request.getHeaders().get("Last-Event-ID")),
                Deadline.of(request));
    }

    private static MutableHttpResponse<?> whole(ReadyReply reply, Watch watch) {
        try (watch) {
            return Bodies.json(WholeOut.body(reply));
        }
    }

    private void stream(
            CompletableFuture<HttpResponse<?>> response, ReadyReply reply, ClientConnection client, Watch watch) {
        SseOut out = new SseOut(reply, client, limits.stallTimeout());
        MutableHttpResponse<?> head = HttpResponse.ok(out.body())
                .contentType(MediaType.TEXT_EVENT_STREAM_TYPE)
                .header("Cache-Control", "no-cache");
        response.complete(headers(head, reply));
        drive(reply, out, client, watch);
    }

    private void drive(ReadyReply reply, SseOut out, ClientConnection client, Watch watch) {
        boolean ended = false;
        try (watch) {
            count(reply.run().run(out));
            ended = true;
        } finally {
            if (!ended) {
                // Its reader would wait for an end that nobody writes any more.
                client.cut();
            }
        }
    }

    /// A failure that no status code can tell any more.
    private void count(ReplyOutcome outcome) {
        if (outcome instanceof ReplyOutcome.Failed failed) {
            metrics.failed(failed.code());
        }
    }

    private static MutableHttpResponse<?> headers(MutableHttpResponse<?> response, ReadyReply reply) {
        return response.header("X-Troupe-Model", reply.plan().model().exactName())
                .header("X-Troupe-Node", reply.nodeId())
                .header("X-Troupe-Start", reply.start())
                .header("X-Troupe-Seed", String.valueOf(reply.plan().seed()));
    }
}
