package dev.troupe.control.dispatch;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// Time and chance, so that tests can hold them still.
///
/// @param clock for dates that clients see
/// @param nanoTime for durations
/// @param random for ids and seeds; safe to use from any thread
public record Ports(InstantSource clock, LongSupplier nanoTime, RandomGenerator random) {
    public static Ports real() {
        return new Ports(InstantSource.system(), System::nanoTime, new SecureRandom());
    }
}
