package dev.troupe.control.limits;

import java.time.Duration;

final class Check {
    private Check() {}

    static void atLeastOne(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " is " + value + "; the least is 1");
        }
    }

    static void positive(String name, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be above zero");
        }
    }
}
