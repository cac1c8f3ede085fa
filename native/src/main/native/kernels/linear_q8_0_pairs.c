// Tiles of Q8_0 weights where there is no dot product of bytes: AVX2 multiplies unsigned by signed
// bytes and adds neighbours into 16 bits, which saturates. Here it never can:
//
// Each number x of the row is cut into x = 16 * coarse + fine with fine in -8..7, so that coarse
// lies in -8..8. A weight, stored as q + 128, is at most 255. A pair of products is at most
// 2 * 255 * 8 = 4080, and the 8 pairs that one 16-bit lane takes from a group at most 32640, below
// 32767, in either direction. The group's count is then 16 * coarse sum + fine sum in 32 bits,
// begun at -128 * (sum of the row's group).
//
// The rows are cut once for all panels of a tile. Their sums live in memory, since the 16 registers
// are full: 3 rows x 2 halves x (coarse, fine) and operands.
#define TILE_CHOICE .rows = 3, .panels = 4, .few_rows = 0
#define TILE_AT_ONCE(rows, panels) (panels)
#define TILE_SHAPES(SHAPE, function)                                                               \
    SHAPE(function, 1, 1) SHAPE(function, 2, 1) SHAPE(function, 3, 1)                              \
    SHAPE(function, 1, 2) SHAPE(function, 2, 2) SHAPE(function, 3, 2)                              \
    SHAPE(function, 1, 4) SHAPE(function, 2, 4) SHAPE(function, 3, 4)
#include "tile.h"

enum { ROWS = 3 };

// A stretch of the tile's rows, cut.
struct cut_rows {
    _Alignas(32) int8_t coarse[ROWS][TILE_STRETCH * GROUP];
    _Alignas(32) int8_t fine[ROWS][TILE_STRETCH * GROUP];
    int32_t starts[TILE_MAX_ROWS][TILE_STRETCH];
};

// fine: the low four bits as a signed number. coarse: x / 16 rounded down, and one more where fine
// is negative.
ALWAYS_INLINE void cut(const int8_t *x, int8_t *coarse, int8_t *fine)
{
    const __m256i nibble = _mm256_set1_epi8(15), eight = _mm256_set1_epi8(8);
    const __m256i all = _mm256_loadu_si256((const __m256i *) x);
    const __m256i low = _mm256_and_si256(all, nibble);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(all, 4), nibble);
    const __m256i floor = _mm256_sub_epi8(_mm256_xor_si256(high, eight), eight);
    const __m256i negative = _mm256_cmpgt_epi8(low, _mm256_set1_epi8(7)); // -1 where it is
    _mm256_store_si256((__m256i *) coarse, _mm256_sub_epi8(floor, negative));
    _mm256_store_si256((__m256i *) fine, _mm256_sub_epi8(_mm256_xor_si256(low, eight), eight));
}

ALWAYS_INLINE void cut_stretch(const int rows, struct cut_rows *to, const struct tile *tile,
                               int64_t first, int64_t count)
{
    for (int m = 0; m < rows; m++) {
        const int8_t *x = tile->x + (m * tile->row_groups + first) * GROUP;
        for (int64_t i = 0; i < count; i++) {
            cut(x + i * GROUP, to->coarse[m] + i * GROUP, to->fine[m] + i * GROUP);
        }
    }
    tile_count_starts(rows, 128, to->starts, tile, first, count);
}

// Pairs of products, added to the 16-bit lanes of `sum`.
ALWAYS_INLINE __m256i add_pairs(__m256i sum, __m256i weights, __m256i x)
{
    return _mm256_add_epi16(sum, _mm256_maddubs_epi16(weights, x));
}

// One group of one panel, `at` groups into the stretch, added to sums[rows][out_stride].
ALWAYS_INLINE void add_group(const int rows, const bool stream, const uint8_t *quants,
                             const uint16_t *scales, const struct cut_rows *x, int64_t at,
                             const float *x_scale, int64_t row_groups, float *sums,
                             int64_t out_stride)
{
    __m256i coarse[ROWS][2], fine[ROWS][2];
    UNROLL for (int m = 0; m < rows; m++) {
        UNROLL for (int h = 0; h < 2; h++) {
            coarse[m][h] = fine[m][h] = _mm256_setzero_si256();
        }
    }
    UNROLL for (int j = 0; j < 8; j++) {
        const __m256i *line = (const __m256i *) (quants + j * 64);
        const __m256i weights[2] = {_mm256_loadu_si256(line), _mm256_loadu_si256(line + 1)};
        if (stream) {
            vec_prefetch(quants + j * 64 + STREAM_AHEAD_BYTES);
        }
        UNROLL for (int m = 0; m < rows; m++) {
            const __m256i f = vec_four_bytes(x->fine[m] + at * GROUP + j * 4);
            UNROLL for (int h = 0; h < 2; h++) {
                fine[m][h] = add_pairs(fine[m][h], weights[h], f);
            }
            const __m256i c = vec_four_bytes(x->coarse[m] + at * GROUP + j * 4);
            UNROLL for (int h = 0; h < 2; h++) {
                coarse[m][h] = add_pairs(coarse[m][h], weights[h], c);
            }
        }
    }
    const __m256i one = _mm256_set1_epi16(1), sixteen = _mm256_set1_epi16(16);
    const vf d = vf_load_half(scales);
    UNROLL for (int m = 0; m < rows; m++) {
        const __m256i start = _mm256_set1_epi32(x->starts[m][at]);
        __m256i count[2];
        UNROLL for (int h = 0; h < 2; h++) {
            const __m256i low = _mm256_madd_epi16(fine[m][h], one);
            const __m256i high = _mm256_madd_epi16(coarse[m][h], sixteen);
            count[h] = _mm256_add_epi32(_mm256_add_epi32(low, start), high);
        }
        float *at_sums = sums + m * out_stride;
        const vf scale = vf_set(x_scale[m * row_groups + at]);
        vf_store(at_sums, vf_fma(vf_mul(d, scale), vi_to_float((vi){count[0], count[1]}),
                                 vf_load(at_sums)));
    }
}

ALWAYS_INLINE void tile_q8_0(const int rows, const int panels, const bool stream,
                             const struct tile *tile, float *out, int64_t out_stride)
{
    for (int m = 0; m < rows; m++) {
        memset(out + m * out_stride, 0, (size_t) panels * PANEL * sizeof *out);
    }
    struct cut_rows x;
    for (int64_t first = tile->first_group; first < tile->end_group; first += TILE_STRETCH) {
        const int64_t stretch = at_most(tile->end_group - first, TILE_STRETCH);
        cut_stretch(rows, &x, tile, first, stretch);
        for (int n = 0; n < panels; n++) {
            const uint8_t *quants = tile->quants + n * tile->panel_bytes;
            const uint16_t *scales = tile->scales + n * tile->panel_scales;
            for (int64_t i = 0; i < stretch; i++) {
                const int64_t g = first + i;
                if (!stream && n == 0) {
                    tile_fetch_share(tile, g);
                }
                add_group(rows, stream, quants + g * 8 * 64, scales + g * PANEL, &x, i,
                          tile->x_scale + first, tile->row_groups, out + n * PANEL, out_stride);
            }
        }
    }
}

TILE_SET(tiles_q8_0, tile_q8_0)
