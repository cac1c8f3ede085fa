package dev.troupe.app;

import dev.troupe.cli.CliContext;
import dev.troupe.cli.command.TroupeCli;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/// Runs one command and ends the process with its exit code.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        CliContext context = new CliContext(
                System.getenv(),
                userHome(),
                System.in,
                utf8(FileDescriptor.out),
                utf8(FileDescriptor.err),
                isTerminal());
        int status = TroupeCli.execute(context, new WiredTroupe(context), arguments);
        context.out().flush();
        context.err().flush();
        System.exit(status);
    }

    /// `HOME` as in every shell; the JVM's own idea of it ignores the environment.
    private static Path userHome() {
        return Optional.ofNullable(System.getenv("HOME"))
                .filter(home -> home.startsWith("/"))
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home")));
    }

    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    private static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }
}
