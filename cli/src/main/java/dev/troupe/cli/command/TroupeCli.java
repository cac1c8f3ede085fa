package dev.troupe.cli.command;

import dev.troupe.cli.CliContext;
import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// All commands put together.
@Command(
        name = "troupe",
        mixinStandardHelpOptions = true,
        scope = CommandLine.ScopeType.INHERIT,
        description = {"Serves many language models from few devices.", ""},
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Exit codes: docs/cli.md"})
public final class TroupeCli implements Runnable {
    @Spec
    private CommandSpec spec;

    private TroupeCli() {}

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do.");
    }

    /// Runs one command line.
    ///
    /// @return exit status of the process
    public static int execute(CliContext context, LocalTroupe local, String... arguments) {
        return commandLine(context, local).execute(arguments);
    }

    static CommandLine commandLine(CliContext context, LocalTroupe local) {
        CommandLine commands = new CommandLine(new TroupeCli())
                .addSubcommand(new UpCommand(context, local))
                .addSubcommand(new DownCommand(context, local))
                .addSubcommand(new RunCommand(context))
                .addSubcommand(new ModelsCommand(context))
                .addSubcommand(new PsCommand(context))
                .addSubcommand(new DoctorCommand(context, local))
                .addSubcommand(new DemoCommand(context, local));
        commands.getCommandSpec().version("troupe " + local.version());
        return commands.setOut(new PrintWriter(context.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(context.err(), true, StandardCharsets.UTF_8))
                .setParameterExceptionHandler((problem, arguments) -> tellUsage(problem, context))
                .setExecutionExceptionHandler((problem, command, parsed) -> tell(problem, context));
    }

    private static int tellUsage(ParameterException problem, CliContext context) {
        CommandLine command = problem.getCommandLine();
        context.err().println("troupe: " + problem.getMessage());
        if (!CommandLine.UnmatchedArgumentException.printSuggestions(problem, command.getErr())) {
            command.usage(command.getErr());
        }
        return ExitCode.USAGE.status();
    }

    private static int tell(Exception problem, CliContext context) {
        if (problem instanceof CliException told) {
            context.err().println("troupe: " + told.getMessage());
            return told.exitCode().status();
        }
        context.err().println("troupe: this is a fault of troupe itself:");
        problem.printStackTrace(context.err());
        return ExitCode.FAILED.status();
    }
}
