package dev.troupe.bench.duel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Runs the trials of both sides in turn, several times, each time in the other order, so that a
/// machine that gets slower or faster does so for both.
public final class Duel {
    private final Consumer<String> progress;
    private final LoadProbe probe;
    private final Map<String, List<Sample>> samples = new LinkedHashMap<>();

    /// @param progress hears what runs
    public Duel(Consumer<String> progress) {
        this(progress, List.of());
    }

    /// @param running processes that belong to neither other work nor this process, such as servers
    public Duel(Consumer<String> progress, List<ProcessHandle> running) {
        this(progress, () -> ForeignLoad.now(running));
    }

    Duel(Consumer<String> progress, LoadProbe probe) {
        this.progress = progress;
        this.probe = probe;
    }

    /// Where the machine's load is read.
    @FunctionalInterface
    interface LoadProbe {
        ForeignLoad now() throws IOException;
    }

    /// @param rounds at least 1
    public void run(List<Trial> trials, int rounds) throws IOException, InterruptedException {
        for (int round = 0; round < rounds; round++) {
            for (Trial trial : round % 2 == 0 ? trials : trials.reversed()) {
                progress.accept("round %d of %d: %s".formatted(round + 1, rounds, trial.label()));
                take(trial);
            }
        }
    }

    private void take(Trial trial) throws IOException, InterruptedException {
        ForeignLoad before = probe.now();
        Map<String, Double> values = trial.work().run();
        double foreign = probe.now().shareSince(before);
        values.forEach((name, value) ->
                samples.computeIfAbsent(name, _ -> new ArrayList<>()).add(new Sample(value, foreign)));
    }

    /// The best sample of a measure.
    ///
    /// @throws IllegalArgumentException when no trial found it
    public Sample best(String measure, Better better) {
        List<Sample> found = samples.get(measure);
        if (found == null) {
            throw new IllegalArgumentException("no trial measured " + measure + "; there are " + samples.keySet());
        }
        return Sample.best(found, better);
    }
}
