// Tiles of Q4_0, Q4_1 and Q4_K weights.
//
// A panel's group is 4 lines of 16 outputs x 4 bytes; line j holds elements 4j..4j+3 in its low
// nibbles and 16+4j..16+4j+3 in its high ones. Q4_0 means nibble - 8: counting starts at
// -8 * (sum of the row's group). The others mean d * nibble + m: a second term adds m times that
// sum.
#include "factors.h"
#include "tile.h"

// Counts of one group: starts[m][in_stretch], or 0 without them, and nibbles times x.
ALWAYS_INLINE void count_nibbles(const int rows, const int panels, const bool stream,
                                 tile_counts counts, int32_t starts[][TILE_STRETCH],
                                 const struct tile *tile, int64_t group, int64_t in_stretch)
{
    const int64_t width = tile->row_groups * GROUP;
    const int64_t ahead = tile_stream_ahead(tile, panels, group * 4 * 64);
    if (!stream) {
        tile_fetch_share(tile, group);
    }
    UNROLL for (int m = 0; m < rows; m++) {
        UNROLL for (int n = 0; n < panels; n++) {
            counts[m][n] = vi_nibbles_begin(starts ? starts[m][in_stretch] : 0);
        }
    }
    UNROLL for (int j = 0; j < 4; j++) {
        vi low[TILE_MAX_PANELS], high[TILE_MAX_PANELS];
        UNROLL for (int n = 0; n < panels; n++) {
            const uint8_t *at = tile->quants + n * tile->panel_bytes + (group * 4 + j) * 64;
            const vi both = vi_load(at);
            low[n] = vi_low_nibbles(both);
            high[n] = vi_high_nibbles(both);
            if (stream) {
                vec_prefetch(at + ahead);
            }
        }
        UNROLL for (int m = 0; m < rows; m++) {
            const int8_t *x = tile->x + m * width + group * GROUP + j * 4;
            UNROLL for (int n = 0; n < panels; n++) {
                counts[m][n] = vi_nibbles_add(counts[m][n], low[n], x);
                counts[m][n] = vi_nibbles_add(counts[m][n], high[n], x + 16);
            }
        }
    }
    UNROLL for (int m = 0; m < rows; m++) {
        UNROLL for (int n = 0; n < panels; n++) {
            counts[m][n] = vi_nibbles_end(counts[m][n], starts ? starts[m][in_stretch] : 0);
        }
    }
}

ALWAYS_INLINE void tile_q4_0(const int rows, const int panels, const bool stream,
                             const struct tile *tile, float *out, int64_t out_stride)
{
    tile_sums sums;
    tile_clear(rows, panels, sums);
    for (int64_t first = tile->first_group; first < tile->end_group; first += TILE_STRETCH) {
        const int64_t stretch = at_most(tile->end_group - first, TILE_STRETCH);
        int32_t starts[TILE_MAX_ROWS][TILE_STRETCH];
        tile_count_starts(rows, 8, starts, tile, first, stretch);
        for (int64_t g = first; g < first + stretch; g++) {
            tile_counts counts;
            count_nibbles(rows, panels, stream, counts, starts, tile, g, g - first);
            vf d[TILE_MAX_PANELS];
            UNROLL for (int n = 0; n < panels; n++) {
                d[n] = vf_load_half(tile->scales + n * tile->panel_scales + g * PANEL);
            }
            tile_add_group(rows, panels, sums, counts, d, tile, g);
        }
    }
    tile_store(rows, panels, sums, out, out_stride);
}

// Q4_1 and Q4_K, which have minimums.
ALWAYS_INLINE void tile_with_minimums(const enum weight_format format, const int rows,
                                      const int panels, const bool stream, const struct tile *tile,
                                      float *out, int64_t out_stride)
{
    tile_sums sums;
    tile_clear(rows, panels, sums);
    for (int64_t first = tile->first_group; first < tile->end_group; first += TILE_STRETCH) {
        const int64_t stretch = at_most(tile->end_group - first, TILE_STRETCH);
        float group_sums[TILE_MAX_ROWS][TILE_STRETCH];
        tile_float_sums(rows, group_sums, tile, first, stretch);
        for (int64_t g = first; g < first + stretch; g++) {
            tile_counts counts;
            count_nibbles(rows, panels, stream, counts, NULL, tile, g, g - first);
            vf factor[TILE_MAX_PANELS];
            UNROLL for (int n = 0; n < panels; n++) {
                factor[n] = load_scale(format, tile->scales + n * tile->panel_scales, g, 0);
            }
            tile_add_group(rows, panels, sums, counts, factor, tile, g);
            UNROLL for (int n = 0; n < panels; n++) {
                factor[n] = load_minimum(format, tile->scales + n * tile->panel_scales, g, 0);
            }
            tile_add_minimums(rows, panels, sums, factor, group_sums[0], TILE_STRETCH, g - first,
                              tile, g);
        }
    }
    tile_store(rows, panels, sums, out, out_stride);
}

ALWAYS_INLINE void tile_q4_1(const int rows, const int panels, const bool stream,
                             const struct tile *tile, float *out, int64_t out_stride)
{
    tile_with_minimums(FORMAT_Q4_1, rows, panels, stream, tile, out, out_stride);
}

ALWAYS_INLINE void tile_q4_k(const int rows, const int panels, const bool stream,
                             const struct tile *tile, float *out, int64_t out_stride)
{
    tile_with_minimums(FORMAT_Q4_K, rows, panels, stream, tile, out, out_stride);
}

TILE_SET(tiles_q4_0, tile_q4_0)
TILE_SET(tiles_q4_1, tile_q4_1)
TILE_SET(tiles_q4_k, tile_q4_k)
