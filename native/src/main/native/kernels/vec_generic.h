// 16 lanes of float (vf) and of int32 (vi) in plain C, for any x86-64: the level that always runs.
// Meanings as in vec_avx512.h.
#ifndef TROUPE_VEC_GENERIC_H
#define TROUPE_VEC_GENERIC_H

#if defined(__AVX__) || defined(__FMA__)
#error "the generic level is compiled for more than the baseline"
#endif

#include <math.h>

// Not even one vf fits: one row against one panel (or one pair) at a time.
#define VEC_REGISTERS 0

typedef struct {
    float lane[16];
} vf;

typedef struct {
    int32_t lane[16];
} vi;

#define EACH_LANE for (int i = 0; i < 16; i++)

ALWAYS_INLINE vf vf_set(float x)
{
    vf r;
    EACH_LANE r.lane[i] = x;
    return r;
}

ALWAYS_INLINE vf vf_zero(void) { return vf_set(0.0f); }

ALWAYS_INLINE vf vf_load_first(const float *from, int count)
{
    vf r = vf_zero();
    for (int i = 0; i < count; i++) {
        r.lane[i] = from[i];
    }
    return r;
}

ALWAYS_INLINE void vf_store_first(float *to, vf x, int count)
{
    for (int i = 0; i < count; i++) {
        to[i] = x.lane[i];
    }
}

ALWAYS_INLINE vf vf_load(const float *from)
{
    vf r;
    memcpy(&r, from, sizeof r);
    return r;
}

ALWAYS_INLINE void vf_store(float *to, vf x) { memcpy(to, &x, sizeof x); }

ALWAYS_INLINE vf vf_add(vf a, vf b)
{
    EACH_LANE a.lane[i] += b.lane[i];
    return a;
}

ALWAYS_INLINE vf vf_sub(vf a, vf b)
{
    EACH_LANE a.lane[i] -= b.lane[i];
    return a;
}

ALWAYS_INLINE vf vf_mul(vf a, vf b)
{
    EACH_LANE a.lane[i] *= b.lane[i];
    return a;
}

ALWAYS_INLINE vf vf_div(vf a, vf b)
{
    EACH_LANE a.lane[i] /= b.lane[i];
    return a;
}

// The C library's fmaf rounds once, with or without the instruction.
ALWAYS_INLINE vf vf_fma(vf a, vf b, vf c)
{
    EACH_LANE a.lane[i] = fmaf(a.lane[i], b.lane[i], c.lane[i]);
    return a;
}

ALWAYS_INLINE vf vf_fms(vf a, vf b, vf c)
{
    EACH_LANE a.lane[i] = fmaf(a.lane[i], b.lane[i], -c.lane[i]);
    return a;
}

ALWAYS_INLINE vf vf_raise(vf x, float low)
{
    EACH_LANE x.lane[i] = x.lane[i] < low ? low : x.lane[i];
    return x;
}

ALWAYS_INLINE vf vf_lower(vf x, float high)
{
    EACH_LANE x.lane[i] = x.lane[i] > high ? high : x.lane[i];
    return x;
}

ALWAYS_INLINE vf vf_max_but_nan(vf x, vf m)
{
    EACH_LANE m.lane[i] = x.lane[i] > m.lane[i] ? x.lane[i] : m.lane[i];
    return m;
}

ALWAYS_INLINE float vf_largest(vf x)
{
    float largest = x.lane[0];
    EACH_LANE largest = x.lane[i] > largest ? x.lane[i] : largest;
    return largest;
}

ALWAYS_INLINE vf vf_largest_of_8(const vf *x)
{
    vf all = x[0];
    for (int i = 0; i < 8; i++) {
        all.lane[i] = vf_largest(x[i]);
    }
    return all;
}

ALWAYS_INLINE float vf_low(vf x) { return x.lane[0]; }

ALWAYS_INLINE vf vf_keep_first(vf x, int count, vf rest)
{
    EACH_LANE x.lane[i] = i < count ? x.lane[i] : rest.lane[i];
    return x;
}

ALWAYS_INLINE float vf_tree(vf x)
{
    for (int half = 8; half >= 1; half /= 2) {
        for (int i = 0; i < half; i++) {
            x.lane[i] += x.lane[i + half];
        }
    }
    return x.lane[0];
}

ALWAYS_INLINE vf vf_power_of_low_bits(vf x)
{
    vf r;
    EACH_LANE
    {
        uint32_t bits;
        memcpy(&bits, &x.lane[i], sizeof bits);
        bits = (bits + 127) << 23;
        memcpy(&r.lane[i], &bits, sizeof bits);
    }
    return r;
}

// Shifting a half's exponent and mantissa into a float's place leaves a number that is too small
// by 2^112, for denormals too: one exact product puts it right.
ALWAYS_INLINE float half_to_float(uint16_t half)
{
    const uint32_t sign = (uint32_t) (half & 0x8000) << 16;
    const uint32_t magnitude = half & 0x7fff;
    uint32_t bits;
    if (magnitude >= 0x7c00) { // infinity or NaN
        bits = sign | 0x7f800000u | (magnitude & 0x3ff) << 13;
    } else {
        float value;
        bits = magnitude << 13;
        memcpy(&value, &bits, sizeof value);
        value *= 0x1p112f;
        memcpy(&bits, &value, sizeof bits);
        bits |= sign;
    }
    float result;
    memcpy(&result, &bits, sizeof result);
    return result;
}

// Round to nearest even; |x| at most 65504 or NaN.
ALWAYS_INLINE uint16_t float_to_half(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint16_t sign = (uint16_t) (bits >> 16 & 0x8000);
    bits &= 0x7fffffffu;
    if (bits > 0x7f800000u) {
        return sign | 0x7e00;
    }
    if (bits < 0x38800000u) { // below 2^-14: adding 0.5 rounds to the half's denormal step, 2^-24
        float value;
        memcpy(&value, &bits, sizeof value);
        value += 0.5f;
        memcpy(&bits, &value, sizeof bits);
        return (uint16_t) (sign | (bits - 0x3f000000u));
    }
    const uint32_t odd = bits >> 13 & 1;
    bits += 0xfffu + odd;
    return (uint16_t) (sign | (bits - 0x38000000u) >> 13);
}

ALWAYS_INLINE vf vf_load_half_first(const uint16_t *from, int count)
{
    vf r = vf_zero();
    for (int i = 0; i < count; i++) {
        r.lane[i] = half_to_float(from[i]);
    }
    return r;
}

ALWAYS_INLINE vf vf_load_half(const uint16_t *from) { return vf_load_half_first(from, 16); }

ALWAYS_INLINE vf vf_load_bf16(const uint16_t *from)
{
    vf r;
    EACH_LANE
    {
        const uint32_t bits = (uint32_t) from[i] << 16;
        memcpy(&r.lane[i], &bits, sizeof bits);
    }
    return r;
}

ALWAYS_INLINE vf vf_load_u8(const uint8_t *from)
{
    vf r;
    EACH_LANE r.lane[i] = (float) from[i];
    return r;
}

ALWAYS_INLINE vf vf_load_low_u4(const uint8_t *from)
{
    vf r;
    EACH_LANE r.lane[i] = (float) (from[i] & 15);
    return r;
}

ALWAYS_INLINE vf vf_load_high_u4(const uint8_t *from)
{
    vf r;
    EACH_LANE r.lane[i] = (float) (from[i] >> 4);
    return r;
}

ALWAYS_INLINE vf vf_negative(vf x)
{
    EACH_LANE x.lane[i] = -x.lane[i];
    return x;
}

ALWAYS_INLINE vf vf_load_i8(const uint8_t *from)
{
    vf r;
    EACH_LANE r.lane[i] = (float) (int8_t) from[i];
    return r;
}

ALWAYS_INLINE void vf_store_half_first(uint16_t *to, vf x, int count)
{
    for (int i = 0; i < count; i++) {
        to[i] = float_to_half(x.lane[i]);
    }
}

ALWAYS_INLINE uint32_t vf_between(vf x, vf low, vf high)
{
    uint32_t mask = 0;
    EACH_LANE mask |= (uint32_t) (x.lane[i] >= low.lane[i] && x.lane[i] < high.lane[i]) << i;
    return mask;
}

ALWAYS_INLINE bool vf_any_nan_or_infinity(vf x)
{
    bool any = false;
    EACH_LANE any |= !(x.lane[i] < __builtin_inff());
    return any;
}

ALWAYS_INLINE vi vi_set(int32_t x)
{
    vi r;
    EACH_LANE r.lane[i] = x;
    return r;
}

ALWAYS_INLINE vi vi_load(const void *from)
{
    vi r;
    memcpy(&r, from, sizeof r);
    return r;
}

ALWAYS_INLINE vf vi_to_float(vi x)
{
    vf r;
    EACH_LANE r.lane[i] = (float) x.lane[i];
    return r;
}

ALWAYS_INLINE vi vi_add(vi a, vi b)
{
    EACH_LANE a.lane[i] += b.lane[i];
    return a;
}

ALWAYS_INLINE int32_t vi_sum(vi x)
{
    int32_t sum = 0;
    EACH_LANE sum += x.lane[i];
    return sum;
}

ALWAYS_INLINE vi vi_max(vi a, vi b)
{
    EACH_LANE a.lane[i] = a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i];
    return a;
}

ALWAYS_INLINE int32_t vi_largest(vi x)
{
    int32_t largest = x.lane[0];
    EACH_LANE largest = x.lane[i] > largest ? x.lane[i] : largest;
    return largest;
}

ALWAYS_INLINE void vi_store(int32_t *to, vi x) { memcpy(to, &x, sizeof x); }

ALWAYS_INLINE vi vi_and(vi a, int32_t bits)
{
    EACH_LANE a.lane[i] &= bits;
    return a;
}

ALWAYS_INLINE vi vi_shift_right(vi a, int count)
{
    EACH_LANE a.lane[i] = (int32_t) ((uint32_t) a.lane[i] >> count);
    return a;
}

ALWAYS_INLINE uint32_t vi_at_least(vi x, vi low)
{
    uint32_t mask = 0;
    EACH_LANE mask |= (uint32_t) (x.lane[i] >= low.lane[i]) << i;
    return mask;
}

ALWAYS_INLINE vi vi_keep_at_least(vi x, vi low)
{
    EACH_LANE x.lane[i] = x.lane[i] >= low.lane[i] ? x.lane[i] : 0;
    return x;
}

ALWAYS_INLINE int vi_store_chosen(int32_t *to, vi x, uint32_t chosen)
{
    int count = 0;
    for (int i = 0; i < 16; i++) {
        to[count] = x.lane[i];
        count += chosen >> i & 1;
    }
    return count;
}

ALWAYS_INLINE vi vf_magnitude_bits(vf x)
{
    vi r;
    memcpy(&r, &x, sizeof r);
    EACH_LANE r.lane[i] &= 0x7fffffff;
    return r;
}

ALWAYS_INLINE vi vf_to_int(vf x)
{
    vi r;
    EACH_LANE r.lane[i] = (int32_t) rintf(x.lane[i]);
    return r;
}

ALWAYS_INLINE void vi_store_bytes(int8_t *to, vi x)
{
    EACH_LANE to[i] = (int8_t) x.lane[i];
}

ALWAYS_INLINE vi vi_dot_line(vi sum, vi line, const int8_t *x)
{
    uint8_t bytes[64];
    memcpy(bytes, &line, sizeof bytes);
    EACH_LANE
    {
        const uint8_t *w = bytes + 4 * i;
        sum.lane[i] += w[0] * x[0] + w[1] * x[1] + w[2] * x[2] + w[3] * x[3];
    }
    return sum;
}

ALWAYS_INLINE vi vi_dot_small(vi sum, vi line, const int8_t *x)
{
    return vi_dot_line(sum, line, x);
}

ALWAYS_INLINE vi vi_nibbles_begin(int32_t start) { return vi_set(start); }
ALWAYS_INLINE vi vi_nibbles_add(vi sum, vi line, const int8_t *x)
{
    return vi_dot_line(sum, line, x);
}
ALWAYS_INLINE vi vi_nibbles_end(vi sum, int32_t start)
{
    (void) start;
    return sum;
}

ALWAYS_INLINE vi vi_low_nibbles(vi line)
{
    EACH_LANE line.lane[i] &= 0x0f0f0f0f;
    return line;
}

ALWAYS_INLINE vi vi_high_nibbles(vi line)
{
    EACH_LANE line.lane[i] = (int32_t) ((uint32_t) line.lane[i] >> 4 & 0x0f0f0f0fu);
    return line;
}

ALWAYS_INLINE void vec_prefetch(const void *where) { (void) where; }
ALWAYS_INLINE void vec_prefetch_far(const void *where) { (void) where; }

#endif
