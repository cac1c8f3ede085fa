// The one exponential of the numerics class, and what is made of it.
#ifndef TROUPE_EXP_H
#define TROUPE_EXP_H

#include "level.h"

// e^x to about 1e-7: x = n log 2 + r with log 2 in two pieces, e^r by its series, times 2^n.
// NaN stays NaN. Each of `count` vectors becomes its exponential; they go step by step together,
// because one alone leaves the processor waiting.
ALWAYS_INLINE void vf_exp_each(vf *x, const int count)
{
    // Adding this leaves the nearest integer, ties to even, in the low bits of the sum.
    const vf rounder = vf_set(0x1.8p23f);
    vf rounded[4], n[4], p[4];
    UNROLL for (int i = 0; i < count; i++) {
        x[i] = vf_lower(vf_raise(x[i], -87.3f), 88.0f);
    }
    UNROLL for (int i = 0; i < count; i++) {
        rounded[i] = vf_add(vf_mul(x[i], vf_set(1.44269504f)), rounder);
    }
    UNROLL for (int i = 0; i < count; i++) {
        n[i] = vf_sub(rounded[i], rounder);
    }
    UNROLL for (int i = 0; i < count; i++) {
        x[i] = vf_fma(n[i], vf_set(-0.693145752f), x[i]);
    }
    UNROLL for (int i = 0; i < count; i++) {
        x[i] = vf_fma(n[i], vf_set(-1.42860677e-6f), x[i]);
        p[i] = vf_set(1.3888889e-3f);
    }
    static const float series[] = {8.3333333e-3f, 4.1666667e-2f, 1.6666667e-1f, 0.5f, 1.0f, 1.0f};
    UNROLL for (int term = 0; term < 6; term++) {
        UNROLL for (int i = 0; i < count; i++) {
            p[i] = vf_fma(p[i], x[i], vf_set(series[term]));
        }
    }
    UNROLL for (int i = 0; i < count; i++) {
        x[i] = vf_mul(p[i], vf_power_of_low_bits(rounded[i]));
    }
}

ALWAYS_INLINE vf vf_exp(vf x)
{
    vf_exp_each(&x, 1);
    return x;
}

ALWAYS_INLINE float exp_one(float x)
{
    return vf_low(vf_exp(vf_set(x)));
}

// g / (1 + e^-g), -g being 0 - g.
ALWAYS_INLINE vf vf_silu(vf gate)
{
    const vf denominator = vf_add(vf_set(1.0f), vf_exp(vf_sub(vf_zero(), gate)));
    return vf_div(gate, denominator);
}

// GELU as tanh approximates it, g / 2 * (1 + tanh(u)) with u = sqrt(2 / pi) * (g + 0.044715 g^3):
// the same as g / (1 + e^-2u), which loses nothing where tanh is near -1.
ALWAYS_INLINE vf vf_gelu(vf gate)
{
    const vf cube = vf_mul(vf_set(0.044715f), vf_mul(gate, gate));
    const vf twice = vf_mul(vf_set(1.59576912f), vf_fma(cube, gate, gate));
    const vf denominator = vf_add(vf_set(1.0f), vf_exp(vf_sub(vf_zero(), twice)));
    return vf_div(gate, denominator);
}

// E / (E + 2) with E = e^2x - 1, which keeps its digits near 0: with 2x = n log 2 + r, E is
// 2^n * (e^r - 1) + (2^n - 1).
ALWAYS_INLINE vf vf_tanh(vf x)
{
    const vf rounder = vf_set(0x1.8p23f), one = vf_set(1.0f);
    const vf twice = vf_lower(vf_raise(vf_add(x, x), -20.0f), 20.0f);
    const vf rounded = vf_add(vf_mul(twice, vf_set(1.44269504f)), rounder);
    const vf n = vf_sub(rounded, rounder);
    vf r = vf_fma(n, vf_set(-0.693145752f), twice);
    r = vf_fma(n, vf_set(-1.42860677e-6f), r);
    static const float series[] = {8.3333333e-3f, 4.1666667e-2f, 1.6666667e-1f, 0.5f, 1.0f};
    vf p = vf_set(1.3888889e-3f);
    UNROLL for (int term = 0; term < 5; term++) {
        p = vf_fma(p, r, vf_set(series[term]));
    }
    const vf power = vf_power_of_low_bits(rounded);
    const vf grown = vf_fma(vf_mul(p, r), power, vf_sub(power, one));
    return vf_div(grown, vf_add(grown, vf_set(2.0f)));
}

// c * tanh(x / c). What is infinite would become finite; adding x - x makes it NaN.
ALWAYS_INLINE vf vf_softcap(vf x, vf cap)
{
    return vf_add(vf_mul(cap, vf_tanh(vf_div(x, cap))), vf_sub(x, x));
}

#endif
