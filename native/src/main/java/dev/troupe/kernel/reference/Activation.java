package dev.troupe.kernel.reference;

import dev.troupe.kernel.Ops;

@FunctionalInterface
interface Activation {
    float of(float gate);

    static Activation of(Ops.Activation activation) {
        return switch (activation) {
            case SILU -> Arithmetic::silu;
            case GELU_TANH -> Arithmetic::gelu;
        };
    }
}
