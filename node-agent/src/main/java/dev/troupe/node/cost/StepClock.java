package dev.troupe.node.cost;

/// Learns a {@link StepCost} from steps: a line fitted by least squares over measurements that fade.
/// Used by one thread.
public final class StepClock {
    /// A measurement counts half after about 140 later ones.
    private static final double KEPT = 0.995;

    /// Before anything else is known a row more costs this share of a step of one row; it weighs as
    /// much as a few measurements and so fades.
    private static final double PRIOR_ROW_SHARE = 0.08;

    private static final double PRIOR_WEIGHT = 2;
    private static final int PRIOR_ROWS = 8;
    private static final double NANOS = 1e9;

    /// Steps of more rows lie on another line: their compute hides their memory reads.
    private static final int MOST_ROWS = 64;

    private double weight;
    private double sumRows;
    private double sumRowsSquared;
    private double sumSeconds;
    private double sumRowsSeconds;

    /// Takes a step that was measured; one of more rows than the line covers is left out.
    ///
    /// @param rows at least 1
    /// @param nanos above 0
    public void measured(int rows, long nanos) {
        if (rows > MOST_ROWS) {
            return;
        }
        double seconds = nanos / NANOS;
        if (weight == 0) {
            seed(seconds / (1 + rows * PRIOR_ROW_SHARE));
        }
        fade();
        add(rows, seconds, 1);
    }

    /// What is believed now. Before the first measurement: a step costs the same whatever its rows
    /// do.
    public StepCost cost() {
        if (weight == 0) {
            return new StepCost(1, PRIOR_ROW_SHARE);
        }
        double meanRows = sumRows / weight;
        double meanSeconds = sumSeconds / weight;
        double spread = sumRowsSquared - meanRows * sumRows;
        double slope = (sumRowsSeconds - meanRows * sumSeconds) / Math.max(spread, 1e-9);
        // Noise must not make rows free or a step of none cost less than nothing.
        double row = Math.clamp(slope, 0.005 * meanSeconds, 0.95 * meanSeconds / Math.max(1, meanRows));
        return new StepCost(meanSeconds - row * meanRows, row);
    }

    private void seed(double fixedSeconds) {
        add(1, fixedSeconds * (1 + PRIOR_ROW_SHARE), PRIOR_WEIGHT);
        add(PRIOR_ROWS, fixedSeconds * (1 + PRIOR_ROWS * PRIOR_ROW_SHARE), PRIOR_WEIGHT);
    }

    private void fade() {
        weight *= KEPT;
        sumRows *= KEPT;
        sumRowsSquared *= KEPT;
        sumSeconds *= KEPT;
        sumRowsSeconds *= KEPT;
    }

    private void add(double rows, double seconds, double times) {
        weight += times;
        sumRows += times * rows;
        sumRowsSquared += times * rows * rows;
        sumSeconds += times * seconds;
        sumRowsSeconds += times * rows * seconds;
    }
}
