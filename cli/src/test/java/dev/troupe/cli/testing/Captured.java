package dev.troupe.cli.testing;

import dev.troupe.cli.CliContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/// A process whose outputs are kept.
public record Captured(CliContext context, ByteArrayOutputStream outBytes, ByteArrayOutputStream errBytes) {
    public static Captured inEnvironment(Map<String, String> environment) {
        return of(environment, "", false);
    }

    public static Captured of(Map<String, String> environment, String input, boolean terminal) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        CliContext context = new CliContext(
                environment,
                Path.of("/no/such/user"),
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                terminal);
        return new Captured(context, out, err);
    }

    public String out() {
        return outBytes.toString(StandardCharsets.UTF_8);
    }

    public String err() {
        return errBytes.toString(StandardCharsets.UTF_8);
    }
}
