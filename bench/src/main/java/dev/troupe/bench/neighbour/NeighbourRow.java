package dev.troupe.bench.neighbour;

import java.util.List;

/// One measure, quiet and disturbed in turn. All values are tokens per second.
///
/// @param measure for example `single stream`
/// @param disturbance what was different in the disturbed runs
/// @param floor the least share that is no collapse
record NeighbourRow(String measure, String disturbance, List<Double> quiet, List<Double> disturbed, double floor) {
    NeighbourRow {
        quiet = quiet.stream().sorted().toList();
        disturbed = disturbed.stream().sorted().toList();
        if (quiet.isEmpty() || disturbed.isEmpty()) {
            throw new IllegalArgumentException(measure + ": no runs");
        }
    }

    /// What was left of the quiet throughput, medians compared: the best disturbed run had luck.
    double share() {
        return median(disturbed) / median(quiet);
    }

    boolean hasCollapsed() {
        return share() < floor;
    }

    double quietMedian() {
        return median(quiet);
    }

    double disturbedMedian() {
        return median(disturbed);
    }

    double disturbedWorst() {
        return disturbed.getFirst();
    }

    private static double median(List<Double> sorted) {
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
