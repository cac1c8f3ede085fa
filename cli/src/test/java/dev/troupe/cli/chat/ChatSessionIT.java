package dev.troupe.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.troupe.cli.client.TroupeClient;
import dev.troupe.cli.server.ServerAddress;
import dev.troupe.cli.testing.Chunks;
import dev.troupe.cli.testing.StubServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChatSessionIT {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

    @Test
    void aConversationCarriesItsTurnsAndLeavesAtBye() throws IOException {
        try (StubServer server = answering(
                StubServer.events(List.of(Chunks.text("fine"), Chunks.finish("stop"), Chunks.USAGE, Chunks.DONE)))) {
            talk(server, "how are you\nand\\\nnow\n/stats\n/what\n/bye\n");

            assertThat(server.bodies()).hasSize(2);
            assertThat(server.bodies().get(1))
                    .contains("how are you")
                    .contains("\"assistant\",\"content\":\"fine\"")
                    .contains("and\\nnow");
            assertThat(screen()).contains("fine").contains("reply 3 tokens").contains("No command /what");
        }
    }

    @Test
    void aFailedReplyIsSaidAndForgotten() throws IOException {
        try (StubServer server = answering(StubServer.events(List.of(Chunks.text("half"), Chunks.error("it broke"))))) {
            talk(server, "one\ntwo\n/bye\n");

            assertThat(screen()).contains("error: it broke");
            assertThat(server.bodies().get(1)).doesNotContain("one").doesNotContain("half");
        }
    }

    @Test
    void theEndOfInputLeaves() throws IOException {
        try (StubServer server = answering(StubServer.json(500, "{}"))) {
            talk(server, "\u0004");
            assertThat(server.bodies()).isEmpty();
        }
    }

    @Test
    void anInterruptStopsTheReplyAndTheChatGoesOn() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        try (StubServer server = answering(exchange -> sendAndWait(exchange, released));
                PipedOutputStream keys = new PipedOutputStream();
                Terminal terminal = terminal(new PipedInputStream(keys))) {
            Thread chat = Thread.ofPlatform().start(() -> session(server).run(terminal, folder.resolve("history")));
            keys.write("go\n".getBytes(StandardCharsets.UTF_8));
            keys.flush();
            while (!screen().contains("endless")) {
                Thread.sleep(10);
            }
            terminal.raise(Terminal.Signal.INT);
            while (!screen().contains("[stopped]")) {
                Thread.sleep(10);
            }
            keys.write("/bye\n".getBytes(StandardCharsets.UTF_8));
            keys.flush();
            chat.join();
            released.countDown();
        }
    }

    private static void sendAndWait(HttpExchange exchange, CountDownLatch released) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        StubServer.send(exchange, Chunks.text("endless"));
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static StubServer answering(StubServer.Answer answer) {
        return new StubServer(Map.of("/v1/chat/completions", answer));
    }

    private void talk(StubServer server, String typed) throws IOException {
        try (PipedOutputStream keys = new PipedOutputStream();
                Terminal terminal = terminal(new PipedInputStream(keys, 1 << 16))) {
            keys.write(typed.getBytes(StandardCharsets.UTF_8));
            keys.flush();
            session(server).run(terminal, folder.resolve("history"));
        }
    }

    /// Writes straight to the screen, unlike a terminal of the system, which may lag behind.
    private Terminal terminal(PipedInputStream keys) throws IOException {
        return new ExternalTerminal("test", "dumb", keys, screen, StandardCharsets.UTF_8);
    }

    private static ChatSession session(StubServer server) {
        ChatOptions options = new ChatOptions(
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalInt.empty(),
                OptionalLong.of(1),
                OptionalInt.empty());
        TroupeClient client = new TroupeClient(new ServerAddress(URI.create(server.url()), "k"));
        return new ChatSession(client, "m", Optional.empty(), options, new SplittableRandom(1));
    }

    private String screen() {
        return screen.toString(StandardCharsets.UTF_8);
    }
}
