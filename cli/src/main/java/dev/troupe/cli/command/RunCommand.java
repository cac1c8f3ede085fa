package dev.troupe.cli.command;

import dev.troupe.cli.CliContext;
import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.chat.ChatSession;
import dev.troupe.cli.chat.HistoryFile;
import dev.troupe.cli.chat.OneShot;
import dev.troupe.cli.chat.ReplyStats;
import dev.troupe.cli.client.TroupeClient;
import dev.troupe.cli.server.ServerLocator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "run",
        description = {"Asks a model, or chats with it.", ""},
        footer = {
            "",
            "With a prompt: prints the reply as it comes. '-' reads the prompt from standard input.",
            "Without: a chat, when standard input is a terminal."
        })
final class RunCommand implements Callable<Integer> {
    private static final int MAX_PROMPT_BYTES = 16 << 20;

    private final CliContext context;

    @Parameters(index = "0", paramLabel = "MODEL", description = "name of a model, for example smollm2")
    private String model;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "PROMPT", description = "what to ask")
    private List<String> prompt = List.of();

    @Option(names = "--system", paramLabel = "TEXT", description = "instructions to the model")
    private Optional<String> system = Optional.empty();

    @Option(names = "--stats", description = "print time to the first token, speed, counts and seed to stderr")
    private boolean stats;

    @ArgGroup(exclusive = false, heading = "How tokens are drawn:%n")
    private DrawOptions draw = new DrawOptions();

    @Mixin
    private ServerOptions server;

    RunCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        try (TroupeClient client = new TroupeClient(server.locate(context, ServerLocator.Need.USE))) {
            Optional<String> text = promptText();
            if (text.isPresent()) {
                oneShot(client, text.get());
            } else {
                chat(client);
            }
        }
        return ExitCode.OK.status();
    }

    private void oneShot(TroupeClient client, String text) {
        ReplyStats result =
                new OneShot(context, client, new SecureRandom()).run(model, system, text, draw.toChatOptions());
        if (stats) {
            context.err().println(result.line());
        }
    }

    private void chat(TroupeClient client) {
        new ChatSession(client, model, system, draw.toChatOptions(), new SecureRandom())
                .run(HistoryFile.in(server.home(context)));
    }

    /// Empty when a chat is wanted.
    private Optional<String> promptText() {
        if (prompt.equals(List.of("-")) || (prompt.isEmpty() && !context.terminal())) {
            return Optional.of(readInput());
        }
        return prompt.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", prompt));
    }

    private String readInput() {
        try {
            byte[] bytes = context.in().readNBytes(MAX_PROMPT_BYTES + 1);
            if (bytes.length > MAX_PROMPT_BYTES) {
                throw new CliException(
                        ExitCode.USAGE, "the prompt on standard input is longer than " + MAX_PROMPT_BYTES + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new CliException(ExitCode.FAILED, "cannot read standard input: " + e.getMessage(), e);
        }
    }
}
