package dev.troupe.store.spec;

import java.util.List;

/// How q and k are rotated: pair i of a head at position p by the angle p * base^(-2i/width) /
/// divisors[i]; cosines and sines are multiplied by `amplitude`. Every known scaling (linear,
/// llama3, YaRN, long/short factors) comes down to these numbers.
///
/// @param base of the frequencies
/// @param width how many of a head's first elements are rotated: even, at most the head size; the
///     others stay as they are
/// @param divisors one per pair, each positive; empty means 1 for all
/// @param amplitude 1 unless a scaling says otherwise
public record RotationSpec(double base, int width, List<Double> divisors, double amplitude) {
    public RotationSpec {
        divisors = List.copyOf(divisors);
    }

    public static RotationSpec unscaled(double base, int width) {
        return new RotationSpec(base, width, List.of(), 1);
    }
}
