package dev.troupe.cli.chat;

import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.client.ChatRequest;
import dev.troupe.cli.client.ReplyStream;
import dev.troupe.cli.client.TroupeClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/// A conversation in the terminal.
public final class ChatSession {
    private static final String HELP = """
            /help   this text
            /clear  forget the conversation
            /stats  what the last reply took
            /bye    leave (also Ctrl-D)
            A line that ends with \\ goes on in the next one; \"\"\" opens and closes a longer text.
            Ctrl-C stops a reply.""";
    private static final int MAX_HISTORY_LINES = 1000;

    private final TroupeClient client;
    private final Conversation conversation;
    private final ChatOptions options;
    private final RandomGenerator random;
    /// Gives up the reply in flight; nothing to do while none is.
    private final AtomicReference<Runnable> giveUp = new AtomicReference<>(() -> {});

    private Optional<ReplyStats> lastStats = Optional.empty();
    private volatile boolean stopped;

    /// @param system instructions to the model, when there are any
    public ChatSession(
            TroupeClient client, String model, Optional<String> system, ChatOptions options, RandomGenerator random) {
        this.client = client;
        this.conversation = new Conversation(model, system);
        this.options = options;
        this.random = random;
    }

    /// Talks until the person leaves.
    ///
    /// @param historyFile lines typed before; made when it is not there
    public void run(Path historyFile) {
        try (Terminal terminal =
                TerminalBuilder.builder().system(true).dumb(true).build()) {
            run(terminal, historyFile);
        } catch (IOException e) {
            throw new CliException(ExitCode.FAILED, "the terminal failed: " + e.getMessage(), e);
        }
    }

    void run(Terminal terminal, Path historyFile) {
        LineReader reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("troupe")
                .variable(LineReader.HISTORY_FILE, historyFile)
                .variable(LineReader.HISTORY_SIZE, MAX_HISTORY_LINES)
                .variable(LineReader.HISTORY_FILE_SIZE, MAX_HISTORY_LINES)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
        terminal.handle(Terminal.Signal.INT, signal -> giveUp.get().run());
        terminal.writer().println("/help for commands, Ctrl-D to leave");
        TypedText typed = new TypedText(reader);
        while (true) {
            switch (typed.next()) {
                case ChatInput.Bye() -> {
                    return;
                }
                case ChatInput.Say(String text) -> reply(text, terminal.writer());
                case ChatInput other -> command(other, terminal.writer());
            }
            terminal.flush();
        }
    }

    private void command(ChatInput input, PrintWriter out) {
        switch (input) {
            case ChatInput.Help() -> out.println(HELP);
            case ChatInput.Clear() -> {
                conversation.clear();
                out.println("The conversation is forgotten.");
            }
            case ChatInput.ShowStats() ->
                out.println(lastStats.map(ReplyStats::line).orElse("No reply so far."));
            case ChatInput.Unknown(String word) -> out.println("No command " + word + "; /help lists them.");
            case ChatInput.Nothing(), ChatInput.Bye(), ChatInput.Say _ -> {}
        }
    }

    private void reply(String question, PrintWriter out) {
        ChatRequest request = conversation.ask(question, options.draw(random));
        ReplyPrinter printer = new ReplyPrinter(text -> print(out, TerminalText.visible(text)), System::nanoTime);
        stopped = false;
        giveUp.set(stopBy(Thread.currentThread()::interrupt));
        try (ReplyStream reply = client.chat(request)) {
            giveUp.set(stopBy(reply::close));
            lastStats = Optional.of(printer.follow(reply, request));
            conversation.answered(question, printer.text());
            out.println();
        } catch (CliException e) {
            if (stopped) {
                conversation.answered(question, printer.text());
                out.println(" [stopped]");
            } else {
                out.println();
                out.println("error: " + e.getMessage());
            }
        } finally {
            giveUp.set(() -> {});
            Thread.interrupted();
        }
    }

    private Runnable stopBy(Runnable action) {
        return () -> {
            stopped = true;
            action.run();
        };
    }

    private static void print(PrintWriter out, String text) {
        out.print(text);
        out.flush();
    }

    /// Reads what a person typed, over several lines where need be.
    private record TypedText(LineReader reader) {
        ChatInput next() {
            MultiLine lines = new MultiLine();
            while (true) {
                try {
                    Optional<String> whole = lines.add(reader.readLine(lines.isOpen() ? "... " : ">>> "));
                    if (whole.isPresent()) {
                        return ChatInput.of(whole.get());
                    }
                } catch (UserInterruptException e) {
                    lines.reset();
                } catch (EndOfFileException e) {
                    return new ChatInput.Bye();
                }
            }
        }
    }
}
