package dev.troupe.bench.duel;

import java.util.Comparator;
import java.util.List;

/// One value with the conditions it was found under.
///
/// @param foreignShare of the machine's processor time that other work took meanwhile, `0..1`
public record Sample(double value, double foreignShare) {
    /// From here on a sample counts as disturbed.
    public static final double DISTURBED_SHARE = 0.10;

    public boolean disturbed() {
        return foreignShare > DISTURBED_SHARE;
    }

    /// The best of the undisturbed samples; of all, where there is none.
    ///
    /// @param samples at least one
    static Sample best(List<Sample> samples, Better better) {
        Comparator<Sample> order =
                Comparator.comparing(Sample::disturbed).reversed().thenComparing(Sample::value, better.order());
        return samples.stream().max(order).orElseThrow();
    }
}
