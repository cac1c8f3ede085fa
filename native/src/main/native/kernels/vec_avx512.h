// 16 lanes of float (vf) and of int32 (vi): one AVX-512 register each.
//
// NaN: the min and max instructions give their second operand when either is NaN; the functions
// below are named after what follows from the order in which they pass their operands.
#ifndef TROUPE_VEC_AVX512_H
#define TROUPE_VEC_AVX512_H

#if !defined(__AVX512F__) || !defined(__AVX512BW__) || !defined(__AVX512VL__)                      \
    || !defined(__AVX512DQ__) || !defined(__AVX512VNNI__) || !defined(__FMA__)                     \
    || !defined(__F16C__)
#error "the avx512 level is compiled without its instruction sets"
#endif

#include <immintrin.h>

// How many vf there are; tiles are made to fit.
#define VEC_REGISTERS 32

typedef __m512 vf;
typedef __m512i vi;

// Mask of the first `count` lanes, count 0..16.
ALWAYS_INLINE __mmask16 vec_first(int count)
{
    return (__mmask16) ((1u << count) - 1);
}

ALWAYS_INLINE vf vf_zero(void) { return _mm512_setzero_ps(); }
ALWAYS_INLINE vf vf_set(float x) { return _mm512_set1_ps(x); }
ALWAYS_INLINE vf vf_load(const float *from) { return _mm512_loadu_ps(from); }
ALWAYS_INLINE void vf_store(float *to, vf x) { _mm512_storeu_ps(to, x); }

// The first `count` lanes; the others are +0 and their memory is not touched.
ALWAYS_INLINE vf vf_load_first(const float *from, int count)
{
    return _mm512_maskz_loadu_ps(vec_first(count), from);
}

ALWAYS_INLINE void vf_store_first(float *to, vf x, int count)
{
    _mm512_mask_storeu_ps(to, vec_first(count), x);
}

ALWAYS_INLINE vf vf_add(vf a, vf b) { return _mm512_add_ps(a, b); }
ALWAYS_INLINE vf vf_sub(vf a, vf b) { return _mm512_sub_ps(a, b); }
ALWAYS_INLINE vf vf_mul(vf a, vf b) { return _mm512_mul_ps(a, b); }
ALWAYS_INLINE vf vf_div(vf a, vf b) { return _mm512_div_ps(a, b); }
// a * b + c and a * b - c, rounded once.
ALWAYS_INLINE vf vf_fma(vf a, vf b, vf c) { return _mm512_fmadd_ps(a, b, c); }
ALWAYS_INLINE vf vf_fms(vf a, vf b, vf c) { return _mm512_fmsub_ps(a, b, c); }

ALWAYS_INLINE vf vf_negative(vf x) { return _mm512_xor_ps(x, _mm512_set1_ps(-0.0f)); }

// x < low ? low : x and x > high ? high : x; NaN passes.
ALWAYS_INLINE vf vf_raise(vf x, float low) { return _mm512_max_ps(_mm512_set1_ps(low), x); }
ALWAYS_INLINE vf vf_lower(vf x, float high) { return _mm512_min_ps(_mm512_set1_ps(high), x); }

// x > m ? x : m; a NaN in x is ignored.
ALWAYS_INLINE vf vf_max_but_nan(vf x, vf m) { return _mm512_max_ps(x, m); }

// The largest lane; no lane may be NaN.
ALWAYS_INLINE float vf_largest(vf x) { return _mm512_reduce_max_ps(x); }

// Lane i is the largest lane of x[i], for 8 of them; the other lanes are anything. No lane may be
// NaN.
ALWAYS_INLINE vf vf_largest_of_8(const vf *x)
{
    // Each round halves the lanes that a vector has, and joins two vectors.
    vf halves[4], quarters[2];
    for (int i = 0; i < 4; i++) { // x[2i] | x[2i + 1], 8 lanes each
        halves[i] = _mm512_max_ps(_mm512_shuffle_f32x4(x[2 * i], x[2 * i + 1], 0x44),
                                  _mm512_shuffle_f32x4(x[2 * i], x[2 * i + 1], 0xee));
    }
    for (int i = 0; i < 2; i++) { // x[4i] | .. | x[4i + 3], 4 lanes each
        quarters[i] = _mm512_max_ps(_mm512_shuffle_f32x4(halves[2 * i], halves[2 * i + 1], 0x88),
                                    _mm512_shuffle_f32x4(halves[2 * i], halves[2 * i + 1], 0xdd));
    }
    const vf pairs = _mm512_max_ps(_mm512_shuffle_ps(quarters[0], quarters[1], 0x44),
                                   _mm512_shuffle_ps(quarters[0], quarters[1], 0xee));
    // Two lanes each: x[0], x[4], x[1], x[5], ...
    const vf all = _mm512_max_ps(pairs, _mm512_permute_ps(pairs, 0xb1));
    return _mm512_permutexvar_ps(
        _mm512_setr_epi32(0, 4, 8, 12, 2, 6, 10, 14, 0, 0, 0, 0, 0, 0, 0, 0), all);
}

// Lane 0.
ALWAYS_INLINE float vf_low(vf x) { return _mm512_cvtss_f32(x); }

// The first `count` lanes of x, `rest` in the others.
ALWAYS_INLINE vf vf_keep_first(vf x, int count, vf rest)
{
    return _mm512_mask_blend_ps(vec_first(count), rest, x);
}

// Lanes folded 8, 4, 2, 1, each low + high.
ALWAYS_INLINE float vf_tree(vf x)
{
    const __m256 eight =
        _mm256_add_ps(_mm512_castps512_ps256(x), _mm512_extractf32x8_ps(x, 1));
    const __m128 four =
        _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

// 2^n, n in -126..127 being the low 9 bits of x as a signed integer; anything for NaN.
ALWAYS_INLINE vf vf_power_of_low_bits(vf x)
{
    const vi exponent = _mm512_add_epi32(_mm512_castps_si512(x), _mm512_set1_epi32(127));
    return _mm512_castsi512_ps(_mm512_slli_epi32(exponent, 23));
}

// IEEE halves, widened; narrowing rounds to nearest even.
ALWAYS_INLINE vf vf_load_half(const uint16_t *from)
{
    return _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *) from));
}

ALWAYS_INLINE vf vf_load_half_first(const uint16_t *from, int count)
{
    return _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(vec_first(count), from));
}

// The upper halves of floats, widened.
ALWAYS_INLINE vf vf_load_bf16(const uint16_t *from)
{
    const __m512i low = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *) from));
    return _mm512_castsi512_ps(_mm512_slli_epi32(low, 16));
}

ALWAYS_INLINE void vf_store_half_first(uint16_t *to, vf x, int count)
{
    const __m256i half = _mm512_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    _mm256_mask_storeu_epi16(to, vec_first(count), half);
}

// Bit i is set where low <= lane i < high (false for NaN).
ALWAYS_INLINE uint32_t vf_between(vf x, vf low, vf high)
{
    const __mmask16 above = _mm512_cmp_ps_mask(x, low, _CMP_GE_OQ);
    return _mm512_mask_cmp_ps_mask(above, x, high, _CMP_LT_OQ);
}

// Whether a lane is NaN or +infinity.
ALWAYS_INLINE bool vf_any_nan_or_infinity(vf x)
{
    return _mm512_cmp_ps_mask(x, _mm512_set1_ps(__builtin_inff()), _CMP_NLT_UQ) != 0;
}

ALWAYS_INLINE vi vi_set(int32_t x) { return _mm512_set1_epi32(x); }
ALWAYS_INLINE vi vi_load(const void *from) { return _mm512_loadu_si512(from); }
ALWAYS_INLINE vf vi_to_float(vi x) { return _mm512_cvtepi32_ps(x); }
ALWAYS_INLINE vi vi_add(vi a, vi b) { return _mm512_add_epi32(a, b); }
ALWAYS_INLINE int32_t vi_sum(vi x) { return _mm512_reduce_add_epi32(x); }
ALWAYS_INLINE vi vi_max(vi a, vi b) { return _mm512_max_epi32(a, b); }
ALWAYS_INLINE int32_t vi_largest(vi x) { return _mm512_reduce_max_epi32(x); }

ALWAYS_INLINE void vi_store(int32_t *to, vi x) { _mm512_storeu_si512(to, x); }
ALWAYS_INLINE vi vi_and(vi a, int32_t bits) { return _mm512_and_si512(a, _mm512_set1_epi32(bits)); }
// Zeros come in on the left.
ALWAYS_INLINE vi vi_shift_right(vi a, int count)
{
    return _mm512_srli_epi32(a, (unsigned) count);
}

// Bit i is set where lane i >= low, both signed.
ALWAYS_INLINE uint32_t vi_at_least(vi x, vi low) { return _mm512_cmpge_epi32_mask(x, low); }

// x where x >= low, else 0.
ALWAYS_INLINE vi vi_keep_at_least(vi x, vi low)
{
    return _mm512_maskz_mov_epi32(_mm512_cmpge_epi32_mask(x, low), x);
}

// The lanes whose bit is set, side by side; what follows them up to 16 lanes is overwritten. Returns
// how many they are.
ALWAYS_INLINE int vi_store_chosen(int32_t *to, vi x, uint32_t chosen)
{
    vi_store(to, _mm512_maskz_compress_epi32((__mmask16) chosen, x));
    return __builtin_popcount(chosen);
}

// The bits of |x|: as integers they are ordered like the numbers, infinity and NaN on top.
ALWAYS_INLINE vi vf_magnitude_bits(vf x)
{
    return _mm512_and_si512(_mm512_castps_si512(x), _mm512_set1_epi32(0x7fffffff));
}

// Nearest integers, ties to even; every lane must fit.
ALWAYS_INLINE vi vf_to_int(vf x) { return _mm512_cvtps_epi32(x); }

// The low byte of each lane.
ALWAYS_INLINE void vi_store_bytes(int8_t *to, vi x)
{
    _mm_storeu_si128((__m128i *) to, _mm512_cvtepi32_epi8(x));
}

// One line of a panel: 16 outputs x 4 bytes. Lane n gains the dot product of its 4 unsigned bytes
// with the 4 signed bytes of x.
ALWAYS_INLINE vi vi_dot_line(vi sum, vi line, const int8_t *x)
{
    int32_t four;
    memcpy(&four, x, sizeof four);
    return _mm512_dpbusd_epi32(sum, line, _mm512_set1_epi32(four));
}

// The same for lines whose bytes are all below 128.
ALWAYS_INLINE vi vi_dot_small(vi sum, vi line, const int8_t *x)
{
    return vi_dot_line(sum, line, x);
}

// Bytes, unsigned or signed, as numbers.
ALWAYS_INLINE vf vf_load_u8(const uint8_t *from)
{
    return vi_to_float(_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *) from)));
}

ALWAYS_INLINE vf vf_load_i8(const uint8_t *from)
{
    return vi_to_float(_mm512_cvtepi8_epi32(_mm_loadu_si128((const __m128i *) from)));
}

// The low or high nibbles of bytes as numbers.
ALWAYS_INLINE vf vf_load_low_u4(const uint8_t *from)
{
    const __m512i all = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *) from));
    return vi_to_float(_mm512_and_si512(all, _mm512_set1_epi32(15)));
}

ALWAYS_INLINE vf vf_load_high_u4(const uint8_t *from)
{
    const __m512i all = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *) from));
    return vi_to_float(_mm512_srli_epi32(all, 4));
}

// The dot product of a group's nibbles with x, line by line: begin, add each line's low and high
// nibbles, end. `start` is what the count starts from, -8 times the sum of x or 0.
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
    return _mm512_and_si512(line, _mm512_set1_epi8(15));
}

ALWAYS_INLINE vi vi_high_nibbles(vi line)
{
    return _mm512_and_si512(_mm512_srli_epi32(line, 4), _mm512_set1_epi8(15));
}

ALWAYS_INLINE void vec_prefetch(const void *where)
{
    _mm_prefetch((const char *) where, _MM_HINT_T0);
}

// Into the second cache only.
ALWAYS_INLINE void vec_prefetch_far(const void *where)
{
    _mm_prefetch((const char *) where, _MM_HINT_T1);
}

#endif
