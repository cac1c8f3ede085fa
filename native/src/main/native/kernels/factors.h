// Scales and minimums of the quantised formats in a panel, as floats: one lane per output.
//
// What a panel's scales hold, for 16 outputs side by side (see PanelLayout.java): formats of 32
// have `half d[16]` per group, then `half m[16]` where they have a minimum. Formats of 256 have
// `half d[16]`, `half dmin[16]` where they have one, and then 16 bytes for each factor: scales of
// the parts, then their minimums. A part is 32 weights, 16 for Q2_K, Q3_K and Q6_K. The products
// of factors are exact.
#ifndef TROUPE_FACTORS_H
#define TROUPE_FACTORS_H

#include "level.h"

enum { SUPER_GROUPS = 8 }; // groups of 32 in one of 256

// Whether each half of a group of 32 has a scale of its own.
ALWAYS_INLINE bool has_half_scales(const enum weight_format format)
{
    return format == FORMAT_Q2_K || format == FORMAT_Q3_K || format == FORMAT_Q6_K;
}

ALWAYS_INLINE bool has_minimum(const enum weight_format format)
{
    return format == FORMAT_Q4_1 || format == FORMAT_Q5_1 || format == FORMAT_Q2_K
           || format == FORMAT_Q4_K || format == FORMAT_Q5_K;
}

ALWAYS_INLINE bool is_super(const enum weight_format format)
{
    return format == FORMAT_Q2_K || format == FORMAT_Q3_K || format == FORMAT_Q4_K
           || format == FORMAT_Q5_K || format == FORMAT_Q6_K;
}

// What stored weights are above the numbers that they mean, where a minimum does not say it.
ALWAYS_INLINE int32_t stored_above(const enum weight_format format)
{
    switch (format) {
    case FORMAT_Q8_0:
        return 128;
    case FORMAT_Q6_K:
        return 32;
    case FORMAT_Q5_0:
        return 16;
    case FORMAT_Q4_0:
        return 8;
    case FORMAT_Q3_K:
        return 4;
    default:
        return 0;
    }
}

// Scales of one group of 32, or of one of 256, in units of 2 bytes.
ALWAYS_INLINE int64_t scale_units(const enum weight_format format)
{
    switch (format) {
    case FORMAT_Q8_0:
    case FORMAT_Q4_0:
    case FORMAT_Q5_0:
        return PANEL;
    case FORMAT_Q4_1:
    case FORMAT_Q5_1:
        return 2 * PANEL;
    case FORMAT_Q4_K:
    case FORMAT_Q5_K:
    case FORMAT_Q2_K:
        return (2 + 16 / 2) * PANEL;
    case FORMAT_Q3_K:
    case FORMAT_Q6_K:
        return (1 + 16 / 2) * PANEL;
    default:
        return 0;
    }
}

// Where the factors of group `group` begin: those of its 256 where the format has such.
ALWAYS_INLINE const uint16_t *factors_of(const enum weight_format format, const uint16_t *panel,
                                         int64_t group)
{
    return panel + (is_super(format) ? group / SUPER_GROUPS : group) * scale_units(format);
}

// Factor `index` of a group of 256: one byte for each output.
ALWAYS_INLINE const uint8_t *small_factor(const enum weight_format format, const uint16_t *factors,
                                          int64_t index)
{
    return (const uint8_t *) (factors + (has_minimum(format) ? 2 : 1) * PANEL) + index * PANEL;
}

// The scale of a part of group `group`; `half` is 0 where groups are not halved.
ALWAYS_INLINE vf load_scale(const enum weight_format format, const uint16_t *panel, int64_t group,
                            const int half)
{
    const uint16_t *factors = factors_of(format, panel, group);
    const vf d = vf_load_half(factors);
    const int64_t part = group % SUPER_GROUPS;
    switch (format) {
    case FORMAT_Q4_K:
    case FORMAT_Q5_K:
        return vf_mul(d, vf_load_u8(small_factor(format, factors, part)));
    case FORMAT_Q3_K:
    case FORMAT_Q6_K:
        return vf_mul(d, vf_load_i8(small_factor(format, factors, 2 * part + half)));
    case FORMAT_Q2_K:
        return vf_mul(d, vf_load_low_u4(small_factor(format, factors, 2 * part + half)));
    default:
        return d;
    }
}

// What each weight of a part has beside quant * scale: formats of 256 take their minimum off.
ALWAYS_INLINE vf load_minimum(const enum weight_format format, const uint16_t *panel,
                              int64_t group, const int half)
{
    const uint16_t *factors = factors_of(format, panel, group);
    const vf m = vf_load_half(factors + PANEL);
    const int64_t part = group % SUPER_GROUPS;
    switch (format) {
    case FORMAT_Q4_K:
    case FORMAT_Q5_K:
        return vf_mul(vf_negative(m),
                      vf_load_u8(small_factor(format, factors, SUPER_GROUPS + part)));
    case FORMAT_Q2_K:
        return vf_mul(vf_negative(m),
                      vf_load_high_u4(small_factor(format, factors, 2 * part + half)));
    default:
        return m;
    }
}

#endif
