// The two operations on one row that normalize, quantize and their fusion share.
#ifndef TROUPE_ROW_OPS_H
#define TROUPE_ROW_OPS_H

#include "level.h"

// Rows are cheap (about a microsecond each): a few of them stay on the calling thread.
static const struct claim_sizes ROW_CLAIMS = {.smallest = 4, .preferred = 4, .largest = 32};

// RMSNorm: 1 / sqrt(mean of squares + epsilon); 16 lanes by position, then the tree. Lanes beyond
// the width add +0, which changes nothing.
ALWAYS_INLINE float norm_scale(const float *row, int64_t width, float epsilon)
{
    vf squares = vf_zero();
    int64_t k = 0;
    for (; k + 16 <= width; k += 16) {
        const vf x = vf_load(row + k);
        squares = vf_fma(x, x, squares);
    }
    if (k < width) {
        const vf x = vf_load_first(row + k, (int) (width - k));
        squares = vf_fma(x, x, squares);
    }
    const float mean = vf_tree(squares) / (float) width;
    return 1.0f / __builtin_sqrtf(mean + epsilon);
}

ALWAYS_INLINE vf scaled(vf x, vf scale, vf gain)
{
    return vf_mul(vf_mul(x, scale), gain);
}

// Where one group of 32 goes.
struct group_out {
    int8_t *q;
    float *scale;
    int32_t *sum; // of each half
};

// A group of 32 numbers, `low` and `high` half, to int8 with scale and sums.
ALWAYS_INLINE void quantize_group(vf low, vf high, struct group_out out)
{
    const int32_t bits = vi_largest(vi_max(vf_magnitude_bits(low), vf_magnitude_bits(high)));
    float largest;
    memcpy(&largest, &bits, sizeof largest);
    const bool finite = bits < 0x7f800000;
    const float inverse = 127.0f / largest;
    if (!finite || !(inverse < __builtin_inff())) { // also when all are zero: 127 / 0
        memset(out.q, 0, GROUP);
        *out.scale = finite ? 0.0f : __builtin_nanf("");
        out.sum[0] = out.sum[1] = 0;
        return;
    }
    const vi q_low = vf_to_int(vf_mul(low, vf_set(inverse)));
    const vi q_high = vf_to_int(vf_mul(high, vf_set(inverse)));
    vi_store_bytes(out.q, q_low);
    vi_store_bytes(out.q + 16, q_high);
    *out.scale = largest / 127.0f;
    out.sum[0] = vi_sum(q_low);
    out.sum[1] = vi_sum(q_high);
}

ALWAYS_INLINE struct group_out group_of(const struct quantized_rows *rows, int64_t row, int64_t k)
{
    const int64_t group = (row * rows->inputs + k) / GROUP;
    return (struct group_out){rows->q + group * GROUP, rows->scale + group,
                              rows->sum + 2 * group};
}

#endif
