// The one exponential of the numerics class, and what is made of it.
#ifndef TROUPE_EXP_H
#define TROUPE_EXP_H

#include "level.h"

// e^x to about 1e-7: x = n log 2 + r with log 2 in two pieces, e^r by its series, times 2^n.
// NaN stays NaN.
ALWAYS_INLINE vf vf_exp(vf x)
{
    x = vf_raise(x, -87.3f);
    x = vf_lower(x, 88.0f);
    const vf n = vf_rint(vf_mul(x, vf_set(1.44269504f)));
    vf r = vf_fma(n, vf_set(-0.693145752f), x);
    r = vf_fma(n, vf_set(-1.42860677e-6f), r);
    vf p = vf_set(1.3888889e-3f);
    p = vf_fma(p, r, vf_set(8.3333333e-3f));
    p = vf_fma(p, r, vf_set(4.1666667e-2f));
    p = vf_fma(p, r, vf_set(1.6666667e-1f));
    p = vf_fma(p, r, vf_set(0.5f));
    p = vf_fma(p, r, vf_set(1.0f));
    p = vf_fma(p, r, vf_set(1.0f));
    return vf_mul(p, vf_power_of_two(n));
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

#endif
