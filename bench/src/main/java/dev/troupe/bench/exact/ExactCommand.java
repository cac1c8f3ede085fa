package dev.troupe.bench.exact;

import dev.troupe.bench.fault.Faults;
import dev.troupe.bench.stage.CpuDevices;
import dev.troupe.bench.stage.DemoModel;
import dev.troupe.bench.stage.ModelCast;
import dev.troupe.bench.stage.NodeStage;
import dev.troupe.bench.stage.TemporaryFolder;
import dev.troupe.bench.verdict.Verdict;
import dev.troupe.store.ModelStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `./do exact`.
@Command(
        name = "exact",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = "Mixed requests through the real engine, each compared to the bit with itself alone.",
        footer = "Exit codes: 0 passed, 1 failed, 2 not run.")
public final class ExactCommand implements Callable<Integer> {
    private static final int SEEDS = 1_000_000;
    private static final String GENERATED = "generated";
    private static final String DEMO = "smollm2";
    private static final String BOTH = "both";

    @Spec
    private CommandSpec command;

    @Option(names = "--requests", defaultValue = "1000", description = "how many; the floors scale below 1000")
    private int requests;

    @Option(names = "--seed", description = "repeats a run; drawn and printed when not given")
    private Optional<Long> seed;

    @Option(names = "--model", defaultValue = BOTH, description = "generated, smollm2 or both")
    private String models;

    @Option(
            names = "--levels",
            split = ",",
            showDefaultValue = Help.Visibility.NEVER,
            description = "of the kernels, fastest first; all that this CPU can run by default")
    private List<String> levels = List.of();

    @Option(names = "--threads", split = ",", defaultValue = "1,2", description = "numbers of threads to draw from")
    private List<Integer> threads;

    @Option(names = "--round", description = "runs this round only, without floors")
    private Optional<Integer> round;

    @Option(
            names = "--broken",
            description = "switches on a fault that must be caught: ${COMPLETION-CANDIDATES}",
            completionCandidates = FaultNames.class)
    private Optional<String> broken;

    @Option(names = "--json", description = "prints the result as JSON")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter progress = command.commandLine().getErr();
        ExactOptions options = options();
        progress.println("exact: seed " + options.seed() + ", " + requests + " requests, levels " + options.levels());
        try (TemporaryFolder folder = TemporaryFolder.create("troupe-exact-")) {
            ModelStore store = ModelStore.open(folder.path().resolve("store"));
            List<ModelCast.Member> staged = stage(new ModelCast(store), folder.path(), progress);
            if (staged.isEmpty()) {
                return 2;
            }
            NodeStage stage =
                    new NodeStage(store, staged, broken.map(Faults::named).orElse(Faults.none()));
            ExactRun run = new ExactRun(
                    options,
                    stage,
                    staged.stream().map(ModelCast.Member::role).toList(),
                    line -> progress.println("exact: " + line));
            return report(run.run(), options);
        }
    }

    /// For the help's list.
    private static final class FaultNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Faults.names().iterator();
        }
    }

    private ExactOptions options() {
        checkOneOf("--model", models, GENERATED, DEMO, BOTH);
        broken.ifPresent(fault -> checkOneOf("--broken", fault, Faults.names().toArray(String[]::new)));
        levels.forEach(
                level -> checkOneOf("--levels", level, CpuDevices.levels().toArray(String[]::new)));
        checkAtLeastOne("--requests", requests);
        threads.forEach(count -> checkAtLeastOne("--threads", count));
        return new ExactOptions(
                requests,
                seed.orElseGet(() -> (long) new SecureRandom().nextInt(SEEDS)),
                models,
                levels.isEmpty() ? CpuDevices.levels() : levels,
                threads,
                round.map(OptionalInt::of).orElse(OptionalInt.empty()),
                broken);
    }

    private void checkOneOf(String option, String value, String... allowed) {
        if (!List.of(allowed).contains(value)) {
            throw new ParameterException(
                    command.commandLine(), option + " is '" + value + "'; allowed: " + String.join(", ", allowed));
        }
    }

    private void checkAtLeastOne(String option, int value) {
        if (value < 1) {
            throw new ParameterException(command.commandLine(), option + " is " + value + "; the least is 1");
        }
    }

    private List<ModelCast.Member> stage(ModelCast cast, Path folder, PrintWriter progress) throws IOException {
        List<ModelCast.Member> staged = new ArrayList<>();
        if (!models.equals(DEMO)) {
            staged.addAll(cast.generated(folder));
        }
        if (models.equals(GENERATED)) {
            return staged;
        }
        Optional<Path> demo = DemoModel.find(System.getenv());
        demo.ifPresentOrElse(
                file -> staged.add(cast.demo(file)),
                () -> progress.println("exact: the demo model is missing: " + DemoModel.place(System.getenv())
                        + "; './troupe demo fetch' brings it"));
        boolean needed = models.equals(DEMO) || "true".equals(System.getenv("CI"));
        return demo.isEmpty() && needed ? List.of() : staged;
    }

    private int report(Verdict verdict, ExactOptions options) {
        String text = json ? ExactReport.json(verdict, options) : ExactReport.table(verdict);
        command.commandLine().getOut().println(text);
        return verdict.passed() ? 0 : 1;
    }
}
