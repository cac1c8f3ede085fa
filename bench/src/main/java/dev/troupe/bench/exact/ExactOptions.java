package dev.troupe.bench.exact;

import dev.troupe.bench.workload.ModelRole;
import dev.troupe.bench.workload.WorkloadPlan;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// What was asked on the command line, complete: it can be printed as the line that repeats it.
///
/// @param models `generated`, `smollm2` or `both`
/// @param onlyRound the single round to run
/// @param broken fault of the kernels that is switched on
record ExactOptions(
        int requests,
        long seed,
        String models,
        List<String> levels,
        List<Integer> threads,
        OptionalInt onlyRound,
        Optional<String> broken) {
    ExactOptions {
        levels = List.copyOf(levels);
        threads = List.copyOf(threads);
    }

    /// The command that runs one round of this run again.
    String replayLine(int round) {
        String line = "./do exact --requests %d --seed %d --model %s --levels %s --threads %s"
                .formatted(requests, seed, models, String.join(",", levels), join(threads));
        return line + broken.map(fault -> " --broken " + fault).orElse("") + " --round " + round;
    }

    WorkloadPlan plan(List<ModelRole> roles) {
        return new WorkloadPlan(requests, roles, levels, threads);
    }

    private static String join(List<Integer> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
