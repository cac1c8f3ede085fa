package dev.troupe.cli.chat;

import dev.troupe.cli.CliContext;
import dev.troupe.cli.client.ChatRequest;
import dev.troupe.cli.client.ReplyStream;
import dev.troupe.cli.client.TroupeClient;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/// Asks once and prints the reply.
public final class OneShot {
    private final CliContext context;
    private final TroupeClient client;
    private final RandomGenerator random;

    public OneShot(CliContext context, TroupeClient client, RandomGenerator random) {
        this.context = context;
        this.client = client;
        this.random = random;
    }

    /// Prints the text as it comes and returns after a true end; every other end is thrown.
    public ReplyStats run(String model, Optional<String> system, String prompt, ChatOptions options) {
        ChatRequest request = new Conversation(model, system).ask(prompt, options.draw(random));
        UnaryOperator<String> shape = context.terminal() ? TerminalText::visible : UnaryOperator.identity();
        ReplyPrinter printer = new ReplyPrinter(text -> print(shape.apply(text)), System::nanoTime);
        try (ReplyStream reply = client.chat(request)) {
            return printer.follow(reply, request);
        } finally {
            if (!printer.text().isEmpty()) {
                print("\n");
            }
        }
    }

    private void print(String text) {
        context.out().print(text);
        context.out().flush();
    }
}
