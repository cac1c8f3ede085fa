package dev.troupe.store.spec;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/// How frequencies were changed for longer contexts. All of it comes down to a divisor for each pair
/// and one amplitude, in double precision.
sealed interface RopeScaling {
    RotationSpec rotation(double base, int width);

    record None() implements RopeScaling {
        @Override
        public RotationSpec rotation(double base, int width) {
            return RotationSpec.unscaled(base, width);
        }
    }

    /// Positions count as `position / factor`.
    record Linear(double factor) implements RopeScaling {
        @Override
        public RotationSpec rotation(double base, int width) {
            List<Double> divisors = Collections.nCopies(width / 2, factor);
            return new RotationSpec(base, width, divisors, 1);
        }
    }

    /// Long waves are stretched by `factor`, short ones are not, those between in proportion.
    ///
    /// @param original context the model was first made for
    record Llama3(double factor, double low, double high, double original) implements RopeScaling {
        @Override
        public RotationSpec rotation(double base, int width) {
            List<Double> divisors = IntStream.range(0, width / 2)
                    .mapToObj(i -> divisor(StrictMath.pow(base, 2.0 * i / width)))
                    .toList();
            return new RotationSpec(base, width, divisors, 1);
        }

        /// @param slowness positions per radian
        private double divisor(double slowness) {
            double turns = original / (2 * Math.PI * slowness);
            if (turns < low) {
                return factor;
            }
            if (turns > high) {
                return 1;
            }
            double smooth = (turns - low) / (high - low);
            return 1 / ((1 - smooth) / factor + smooth);
        }
    }

    /// Pairs that turn more than `betaFast` times in the original context stay, those that turn less
    /// than `betaSlow` times are stretched by `factor`, those between by their index.
    ///
    /// @param whole whether the bounds between are rounded to whole pairs
    record Yarn(double factor, double original, double betaFast, double betaSlow, double amplitude, boolean whole)
            implements RopeScaling {
        private static final double LEAST_RAMP = 0.001;

        /// The usual amplitude.
        static double amplitude(double factor, double scale) {
            return factor <= 1 ? 1 : 0.1 * scale * StrictMath.log(factor) + 1;
        }

        @Override
        public RotationSpec rotation(double base, int width) {
            double low = Math.max(round(bound(betaFast, base, width), false), 0);
            double high = Math.min(round(bound(betaSlow, base, width), true), width - 1);
            double span = high == low ? LEAST_RAMP : high - low;
            List<Double> divisors = IntStream.range(0, width / 2)
                    .mapToObj(i -> divisor(Math.clamp((i - low) / span, 0, 1)))
                    .toList();
            return new RotationSpec(base, width, divisors, amplitude);
        }

        private double divisor(double stretched) {
            return 1 / (stretched / factor + (1 - stretched));
        }

        /// The pair that turns `turns` times in the original context.
        private double bound(double turns, double base, int width) {
            return width * StrictMath.log(original / (turns * 2 * Math.PI)) / (2 * StrictMath.log(base));
        }

        private double round(double pair, boolean up) {
            return !whole ? pair : up ? Math.ceil(pair) : Math.floor(pair);
        }
    }

    /// A divisor for each pair, as the file lists them.
    record Listed(List<Double> divisors, double amplitude) implements RopeScaling {
        public Listed {
            divisors = List.copyOf(divisors);
        }

        @Override
        public RotationSpec rotation(double base, int width) {
            return new RotationSpec(base, width, divisors, amplitude);
        }
    }
}
