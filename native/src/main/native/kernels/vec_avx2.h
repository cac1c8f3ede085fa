// 16 lanes of float (vf) and of int32 (vi) as two halves of 8: two AVX2 registers each. Meanings
// as in vec_avx512.h.
//
// The same header serves processors with the dot product of AVX-512 VNNI in 256 bits (AVX-VNNI)
// and without: only those that have it are given vi_dot_line.
#ifndef TROUPE_VEC_AVX2_H
#define TROUPE_VEC_AVX2_H

#if !defined(__AVX2__) || !defined(__FMA__) || !defined(__F16C__) || defined(__AVX512F__)
#error "the avx2 level is compiled without its instruction sets, or with more"
#endif

#include <immintrin.h>

// Of 16 registers: accumulators for 6 vf, an operand, and half of one that is broadcast.
#define VEC_REGISTERS 8

typedef struct {
    __m256 low, high;
} vf;

typedef struct {
    __m256i low, high;
} vi;

// All bits set in the first `count` lanes, count 0..16.
ALWAYS_INLINE vi vec_first(int count)
{
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return (vi){_mm256_cmpgt_epi32(_mm256_set1_epi32(count), lanes),
                _mm256_cmpgt_epi32(_mm256_set1_epi32(count - 8), lanes)};
}

ALWAYS_INLINE vf vf_set(float x)
{
    const __m256 all = _mm256_set1_ps(x);
    return (vf){all, all};
}

ALWAYS_INLINE vf vf_zero(void) { return vf_set(0.0f); }

ALWAYS_INLINE vf vf_load(const float *from)
{
    return (vf){_mm256_loadu_ps(from), _mm256_loadu_ps(from + 8)};
}

ALWAYS_INLINE void vf_store(float *to, vf x)
{
    _mm256_storeu_ps(to, x.low);
    _mm256_storeu_ps(to + 8, x.high);
}

ALWAYS_INLINE vf vf_load_first(const float *from, int count)
{
    const vi mask = vec_first(count);
    return (vf){_mm256_maskload_ps(from, mask.low), _mm256_maskload_ps(from + 8, mask.high)};
}

ALWAYS_INLINE void vf_store_first(float *to, vf x, int count)
{
    const vi mask = vec_first(count);
    _mm256_maskstore_ps(to, mask.low, x.low);
    _mm256_maskstore_ps(to + 8, mask.high, x.high);
}

// The same instruction on both halves.
#define VEC_BOTH(instruction, a, b)                                                                \
    {                                                                                              \
        instruction((a).low, (b).low), instruction((a).high, (b).high)                             \
    }

ALWAYS_INLINE vf vf_add(vf a, vf b) { return (vf) VEC_BOTH(_mm256_add_ps, a, b); }
ALWAYS_INLINE vf vf_sub(vf a, vf b) { return (vf) VEC_BOTH(_mm256_sub_ps, a, b); }
ALWAYS_INLINE vf vf_mul(vf a, vf b) { return (vf) VEC_BOTH(_mm256_mul_ps, a, b); }
ALWAYS_INLINE vf vf_div(vf a, vf b) { return (vf) VEC_BOTH(_mm256_div_ps, a, b); }

ALWAYS_INLINE vf vf_fma(vf a, vf b, vf c)
{
    return (vf){_mm256_fmadd_ps(a.low, b.low, c.low), _mm256_fmadd_ps(a.high, b.high, c.high)};
}

ALWAYS_INLINE vf vf_fms(vf a, vf b, vf c)
{
    return (vf){_mm256_fmsub_ps(a.low, b.low, c.low), _mm256_fmsub_ps(a.high, b.high, c.high)};
}

ALWAYS_INLINE vf vf_negative(vf x) { return (vf) VEC_BOTH(_mm256_xor_ps, x, vf_set(-0.0f)); }

// The min and max instructions give their second operand when either is NaN.
ALWAYS_INLINE vf vf_raise(vf x, float low) { return (vf) VEC_BOTH(_mm256_max_ps, vf_set(low), x); }
ALWAYS_INLINE vf vf_lower(vf x, float high)
{
    return (vf) VEC_BOTH(_mm256_min_ps, vf_set(high), x);
}
ALWAYS_INLINE vf vf_max_but_nan(vf x, vf m) { return (vf) VEC_BOTH(_mm256_max_ps, x, m); }

ALWAYS_INLINE float vf_largest(vf x)
{
    const __m256 eight = _mm256_max_ps(x.low, x.high);
    const __m128 four = _mm_max_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
}

ALWAYS_INLINE vf vf_largest_of_8(const vf *x)
{
    __m256 halves[4], quarters[2];
    for (int i = 0; i < 4; i++) { // x[i] | x[4 + i], 4 lanes each
        const __m256 a = _mm256_max_ps(x[i].low, x[i].high);
        const __m256 b = _mm256_max_ps(x[4 + i].low, x[4 + i].high);
        halves[i] =
            _mm256_max_ps(_mm256_permute2f128_ps(a, b, 0x20), _mm256_permute2f128_ps(a, b, 0x31));
    }
    for (int i = 0; i < 2; i++) { // x[2i], x[2i + 1] | x[4 + 2i], x[4 + 2i + 1], 2 lanes each
        quarters[i] = _mm256_max_ps(_mm256_shuffle_ps(halves[2 * i], halves[2 * i + 1], 0x44),
                                    _mm256_shuffle_ps(halves[2 * i], halves[2 * i + 1], 0xee));
    }
    const __m256 all = _mm256_max_ps(_mm256_shuffle_ps(quarters[0], quarters[1], 0x88),
                                     _mm256_shuffle_ps(quarters[0], quarters[1], 0xdd));
    return (vf){all, all};
}

ALWAYS_INLINE float vf_low(vf x) { return _mm256_cvtss_f32(x.low); }

ALWAYS_INLINE vf vf_keep_first(vf x, int count, vf rest)
{
    const vi mask = vec_first(count);
    return (vf){_mm256_blendv_ps(rest.low, x.low, _mm256_castsi256_ps(mask.low)),
                _mm256_blendv_ps(rest.high, x.high, _mm256_castsi256_ps(mask.high))};
}

ALWAYS_INLINE float vf_tree(vf x)
{
    const __m256 eight = _mm256_add_ps(x.low, x.high);
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

ALWAYS_INLINE vi vi_set(int32_t x)
{
    const __m256i all = _mm256_set1_epi32(x);
    return (vi){all, all};
}

ALWAYS_INLINE vi vi_load(const void *from)
{
    const __m256i *halves = from;
    return (vi){_mm256_loadu_si256(halves), _mm256_loadu_si256(halves + 1)};
}

ALWAYS_INLINE vf vi_to_float(vi x)
{
    return (vf){_mm256_cvtepi32_ps(x.low), _mm256_cvtepi32_ps(x.high)};
}

ALWAYS_INLINE vi vi_add(vi a, vi b) { return (vi) VEC_BOTH(_mm256_add_epi32, a, b); }

ALWAYS_INLINE void vi_store(int32_t *to, vi x)
{
    _mm256_storeu_si256((__m256i *) to, x.low);
    _mm256_storeu_si256((__m256i *) (to + 8), x.high);
}

ALWAYS_INLINE vi vi_and(vi a, int32_t bits)
{
    const vi mask = vi_set(bits);
    return (vi) VEC_BOTH(_mm256_and_si256, a, mask);
}

ALWAYS_INLINE vi vi_shift_right(vi a, int count)
{
    return (vi){_mm256_srli_epi32(a.low, count), _mm256_srli_epi32(a.high, count)};
}

// All bits of a lane are set where x < low.
ALWAYS_INLINE vi vec_below(vi x, vi low) { return (vi) VEC_BOTH(_mm256_cmpgt_epi32, low, x); }

ALWAYS_INLINE uint32_t vi_at_least(vi x, vi low)
{
    const vi below = vec_below(x, low);
    const int first = _mm256_movemask_ps(_mm256_castsi256_ps(below.low));
    const int second = _mm256_movemask_ps(_mm256_castsi256_ps(below.high));
    return ~((uint32_t) first | (uint32_t) second << 8) & 0xffff;
}

ALWAYS_INLINE vi vi_keep_at_least(vi x, vi low)
{
    const vi below = vec_below(x, low);
    return (vi) VEC_BOTH(_mm256_andnot_si256, below, x);
}

// For each set of four lanes: the bytes that bring them side by side.
#define VEC_LANE(i) 4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3
static const uint8_t vec_chosen_lanes[16][16] = {
    {VEC_LANE(3), VEC_LANE(3), VEC_LANE(3), VEC_LANE(3)},
    {VEC_LANE(0), VEC_LANE(3), VEC_LANE(3), VEC_LANE(3)},
    {VEC_LANE(1), VEC_LANE(3), VEC_LANE(3), VEC_LANE(3)},
    {VEC_LANE(0), VEC_LANE(1), VEC_LANE(3), VEC_LANE(3)},
    {VEC_LANE(2), VEC_LANE(3), VEC_LANE(3), VEC_LANE(3)},
    {VEC_LANE(0), VEC_LANE(2), VEC_LANE(3), VEC_LANE(3)},
    {VEC_LANE(1), VEC_LANE(2), VEC_LANE(3), VEC_LANE(3)},
    {VEC_LANE(0), VEC_LANE(1), VEC_LANE(2), VEC_LANE(3)},
    {VEC_LANE(3), VEC_LANE(3), VEC_LANE(3), VEC_LANE(3)},
    {VEC_LANE(0), VEC_LANE(3), VEC_LANE(3), VEC_LANE(3)},
    {VEC_LANE(1), VEC_LANE(3), VEC_LANE(3), VEC_LANE(3)},
    {VEC_LANE(0), VEC_LANE(1), VEC_LANE(3), VEC_LANE(3)},
    {VEC_LANE(2), VEC_LANE(3), VEC_LANE(3), VEC_LANE(3)},
    {VEC_LANE(0), VEC_LANE(2), VEC_LANE(3), VEC_LANE(3)},
    {VEC_LANE(1), VEC_LANE(2), VEC_LANE(3), VEC_LANE(3)},
    {VEC_LANE(0), VEC_LANE(1), VEC_LANE(2), VEC_LANE(3)},
};
#undef VEC_LANE

ALWAYS_INLINE int vi_store_chosen(int32_t *to, vi x, uint32_t chosen)
{
    if (chosen == 0) {
        return 0;
    }
    const __m128i quarters[] = {
        _mm256_castsi256_si128(x.low), _mm256_extracti128_si256(x.low, 1),
        _mm256_castsi256_si128(x.high), _mm256_extracti128_si256(x.high, 1)};
    int count = 0;
    for (int i = 0; i < 4; i++) {
        const uint32_t lanes = chosen >> 4 * i & 15;
        const __m128i order = _mm_loadu_si128((const __m128i *) vec_chosen_lanes[lanes]);
        _mm_storeu_si128((__m128i *) (to + count), _mm_shuffle_epi8(quarters[i], order));
        count += __builtin_popcount(lanes);
    }
    return count;
}

ALWAYS_INLINE vi vi_max(vi a, vi b) { return (vi) VEC_BOTH(_mm256_max_epi32, a, b); }

ALWAYS_INLINE int32_t vi_sum(vi x)
{
    const __m256i eight = _mm256_add_epi32(x.low, x.high);
    const __m128i four =
        _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    const __m128i two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 1)));
}

ALWAYS_INLINE int32_t vi_largest(vi x)
{
    const __m256i eight = _mm256_max_epi32(x.low, x.high);
    const __m128i four =
        _mm_max_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    const __m128i two = _mm_max_epi32(four, _mm_unpackhi_epi64(four, four));
    return _mm_cvtsi128_si32(_mm_max_epi32(two, _mm_shuffle_epi32(two, 1)));
}

ALWAYS_INLINE vi vf_to_int(vf x)
{
    return (vi){_mm256_cvtps_epi32(x.low), _mm256_cvtps_epi32(x.high)};
}

ALWAYS_INLINE vf vf_power_of_low_bits(vf x)
{
    const __m256i bias = _mm256_set1_epi32(127);
    const __m256i low = _mm256_add_epi32(_mm256_castps_si256(x.low), bias);
    const __m256i high = _mm256_add_epi32(_mm256_castps_si256(x.high), bias);
    return (vf){_mm256_castsi256_ps(_mm256_slli_epi32(low, 23)),
                _mm256_castsi256_ps(_mm256_slli_epi32(high, 23))};
}

ALWAYS_INLINE vf vf_load_half(const uint16_t *from)
{
    return (vf){_mm256_cvtph_ps(_mm_loadu_si128((const __m128i *) from)),
                _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *) (from + 8)))};
}

ALWAYS_INLINE vf vf_load_half_first(const uint16_t *from, int count)
{
    uint16_t first[16] = {0};
    memcpy(first, from, (size_t) count * sizeof *from);
    return vf_load_half(first);
}

ALWAYS_INLINE vf vf_load_bf16(const uint16_t *from)
{
    const __m256i all = _mm256_loadu_si256((const __m256i *) from);
    const __m256i low = _mm256_cvtepu16_epi32(_mm256_castsi256_si128(all));
    const __m256i high = _mm256_cvtepu16_epi32(_mm256_extracti128_si256(all, 1));
    return (vf){_mm256_castsi256_ps(_mm256_slli_epi32(low, 16)),
                _mm256_castsi256_ps(_mm256_slli_epi32(high, 16))};
}

ALWAYS_INLINE void vf_store_half_first(uint16_t *to, vf x, int count)
{
    enum { NEAREST = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC };
    uint16_t all[16];
    _mm_storeu_si128((__m128i *) all, _mm256_cvtps_ph(x.low, NEAREST));
    _mm_storeu_si128((__m128i *) (all + 8), _mm256_cvtps_ph(x.high, NEAREST));
    memcpy(to, all, (size_t) count * sizeof *to);
}

ALWAYS_INLINE __m256 vec_between(__m256 x, __m256 low, __m256 high)
{
    return _mm256_and_ps(_mm256_cmp_ps(x, low, _CMP_GE_OQ), _mm256_cmp_ps(x, high, _CMP_LT_OQ));
}

ALWAYS_INLINE uint32_t vf_between(vf x, vf low, vf high)
{
    const int first = _mm256_movemask_ps(vec_between(x.low, low.low, high.low));
    const int second = _mm256_movemask_ps(vec_between(x.high, low.high, high.high));
    return (uint32_t) first | (uint32_t) second << 8;
}

ALWAYS_INLINE bool vf_any_nan_or_infinity(vf x)
{
    const __m256 infinity = _mm256_set1_ps(__builtin_inff());
    return _mm256_movemask_ps(_mm256_or_ps(_mm256_cmp_ps(x.low, infinity, _CMP_NLT_UQ),
                                           _mm256_cmp_ps(x.high, infinity, _CMP_NLT_UQ)))
           != 0;
}

ALWAYS_INLINE vi vf_magnitude_bits(vf x)
{
    const __m256i magnitude = _mm256_set1_epi32(0x7fffffff);
    return (vi){_mm256_and_si256(_mm256_castps_si256(x.low), magnitude),
                _mm256_and_si256(_mm256_castps_si256(x.high), magnitude)};
}

// Every lane must fit into a byte.
ALWAYS_INLINE void vi_store_bytes(int8_t *to, vi x)
{
    // Packing works inside 128 bits: low 0..3, high 0..3, low 4..7, high 4..7.
    const __m256i mixed = _mm256_packs_epi32(x.low, x.high);
    const __m256i words = _mm256_permute4x64_epi64(mixed, 0xd8);
    const __m128i bytes = _mm_packs_epi16(_mm256_castsi256_si128(words),
                                          _mm256_extracti128_si256(words, 1));
    _mm_storeu_si128((__m128i *) to, bytes);
}

ALWAYS_INLINE vi vi_low_nibbles(vi line)
{
    const __m256i nibbles = _mm256_set1_epi8(15);
    return (vi){_mm256_and_si256(line.low, nibbles), _mm256_and_si256(line.high, nibbles)};
}

ALWAYS_INLINE vi vi_high_nibbles(vi line)
{
    return vi_low_nibbles(
        (vi){_mm256_srli_epi32(line.low, 4), _mm256_srli_epi32(line.high, 4)});
}

ALWAYS_INLINE vf vf_load_u8(const uint8_t *from)
{
    const __m128i all = _mm_loadu_si128((const __m128i *) from);
    return vi_to_float((vi){_mm256_cvtepu8_epi32(all), _mm256_cvtepu8_epi32(_mm_srli_si128(all, 8))});
}

ALWAYS_INLINE vf vf_load_i8(const uint8_t *from)
{
    const __m128i all = _mm_loadu_si128((const __m128i *) from);
    return vi_to_float((vi){_mm256_cvtepi8_epi32(all), _mm256_cvtepi8_epi32(_mm_srli_si128(all, 8))});
}

ALWAYS_INLINE vf vf_load_low_u4(const uint8_t *from)
{
    const __m128i all = _mm_loadu_si128((const __m128i *) from);
    const __m128i low = _mm_and_si128(all, _mm_set1_epi8(15));
    return vi_to_float((vi){_mm256_cvtepu8_epi32(low), _mm256_cvtepu8_epi32(_mm_srli_si128(low, 8))});
}

ALWAYS_INLINE vf vf_load_high_u4(const uint8_t *from)
{
    const __m128i all = _mm_loadu_si128((const __m128i *) from);
    const __m128i high = _mm_and_si128(_mm_srli_epi16(all, 4), _mm_set1_epi8(15));
    return vi_to_float(
        (vi){_mm256_cvtepu8_epi32(high), _mm256_cvtepu8_epi32(_mm_srli_si128(high, 8))});
}

// The same four bytes in all lanes.
ALWAYS_INLINE __m256i vec_four_bytes(const int8_t *from)
{
    int32_t four;
    memcpy(&four, from, sizeof four);
    return _mm256_set1_epi32(four);
}

#ifdef __AVXVNNI__
ALWAYS_INLINE vi vi_dot_line(vi sum, vi line, const int8_t *x)
{
    const __m256i all = vec_four_bytes(x);
    return (vi){_mm256_dpbusd_avx_epi32(sum.low, line.low, all),
                _mm256_dpbusd_avx_epi32(sum.high, line.high, all)};
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
#else
// A pair of products is at most 2 * 127 * 127 = 32258, below 32767.
ALWAYS_INLINE vi vi_dot_small(vi sum, vi line, const int8_t *x)
{
    const __m256i all = vec_four_bytes(x), one = _mm256_set1_epi16(1);
    const __m256i low = _mm256_madd_epi16(_mm256_maddubs_epi16(line.low, all), one);
    const __m256i high = _mm256_madd_epi16(_mm256_maddubs_epi16(line.high, all), one);
    return (vi){_mm256_add_epi32(sum.low, low), _mm256_add_epi32(sum.high, high)};
}

// AVX2 adds pairs of products into 16 bits, which saturates; of nibbles it never does: a pair is
// at most 2 * 15 * 127 = 3810, and the 8 pairs that a lane takes from a group (4 lines, low and
// high nibbles) at most 30480, below 32767, in either direction.
ALWAYS_INLINE vi vi_nibbles_begin(int32_t start)
{
    (void) start;
    return vi_set(0);
}

ALWAYS_INLINE vi vi_nibbles_add(vi pairs, vi line, const int8_t *x)
{
    const __m256i all = vec_four_bytes(x);
    return (vi){_mm256_add_epi16(pairs.low, _mm256_maddubs_epi16(line.low, all)),
                _mm256_add_epi16(pairs.high, _mm256_maddubs_epi16(line.high, all))};
}

ALWAYS_INLINE vi vi_nibbles_end(vi pairs, int32_t start)
{
    const __m256i one = _mm256_set1_epi16(1);
    const vi sum = VEC_BOTH(_mm256_madd_epi16, pairs, ((vi){one, one}));
    return vi_add(sum, vi_set(start));
}
#endif

ALWAYS_INLINE void vec_prefetch(const void *where)
{
    _mm_prefetch((const char *) where, _MM_HINT_T0);
}

ALWAYS_INLINE void vec_prefetch_far(const void *where)
{
    _mm_prefetch((const char *) where, _MM_HINT_T1);
}

#endif
