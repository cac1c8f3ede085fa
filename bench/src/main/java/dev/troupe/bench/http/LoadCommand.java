package dev.troupe.bench.http;

import dev.troupe.bench.stage.DemoModel;
import dev.troupe.bench.stage.TemporaryFolder;
import dev.troupe.control.limits.Limits;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `./do bench load`.
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        description = "Many times more requests at once than our server takes on: who is served, who is told to come"
                + " again, who is let down.",
        footer = "Exit codes: 0 everybody taken on was served and everybody else told when to come again, 1 not so,"
                + " 2 not run.")
public final class LoadCommand implements Callable<Integer> {
    private static final int REPLY_TOKENS = 16;
    private static final int SHOWN = 3;

    @Spec
    private CommandSpec command;

    @Option(names = "--times", description = "the capacity; 10 by default")
    private int times = 10;

    @Option(names = "--threads", description = "of the server's kernels; 2 by default")
    private int threads = 2;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = command.commandLine().getErr();
        Optional<String> problem = DemoModel.missing(System.getenv());
        if (problem.isPresent()) {
            err.println("bench: " + problem.get());
            return 2;
        }
        int capacity = Limits.defaults().maxConcurrentReplies();
        int requests = times * capacity;
        err.println("bench: starting the server");
        List<Answer> answers = run(requests);
        LoadTally tally = LoadTally.of(answers);
        PrintWriter out = command.commandLine().getOut();
        out.println(requests + " requests at once, " + capacity + " taken on at a time: " + tally.describe());
        answers.stream()
                .filter(answer ->
                        LoadTally.of(List.of(answer)).refusedWithoutTime() > 0 || answer instanceof Answer.Broken)
                .limit(SHOWN)
                .forEach(answer -> out.println("for example " + answer));
        out.flush();
        return tally.isOrderly() ? 0 : 1;
    }

    private List<Answer> run(int requests) throws IOException, InterruptedException {
        List<Ask> asks = IntStream.range(0, requests)
                .mapToObj(number -> Ask.greedy(Prompts.brief(number), REPLY_TOKENS))
                .toList();
        try (TemporaryFolder folder = TemporaryFolder.create("troupe-bench-");
                SseClient client = new SseClient();
                ServerProcess server =
                        new Servers(folder.path(), threads).troupe("load", DemoModel.place(System.getenv()))) {
            client.inTurn(server.endpoint(), asks.subList(0, 2));
            command.commandLine().getErr().println("bench: asking");
            return client.burst(server.endpoint(), asks);
        }
    }
}
