// Tiles of Q4_0 and Q4_1 weights.
//
// A panel's group is 4 lines of 16 outputs x 4 bytes; line j holds elements 4j..4j+3 in its low
// nibbles and 16+4j..16+4j+3 in its high ones. Q4_0 means nibble - 8: counting starts at
// -8 * (sum of the row's group). Q4_1 means d * nibble + m: a second term adds m times that sum.
#include "tile.h"

// starts[m][i]: the sum of row m's group first + i, as float.
ALWAYS_INLINE void float_sums(const int rows, float starts[][TILE_STRETCH],
                              const struct tile *tile, int64_t first, int64_t count)
{
    for (int m = 0; m < rows; m++) {
        const int32_t *sums = tile->x_sum + m * tile->row_groups + first;
        for (int64_t i = 0; i < count; i++) {
            starts[m][i] = (float) sums[i];
        }
    }
}

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

// The second term of a Q4_1 group: sums = fma(m * scale, (float) sum, sums).
ALWAYS_INLINE void add_minimums(const int rows, const int panels, tile_sums sums,
                                float group_sums[][TILE_STRETCH], const struct tile *tile,
                                int64_t group, int64_t in_stretch)
{
    vf minimum[TILE_MAX_PANELS];
    UNROLL for (int n = 0; n < panels; n++) {
        minimum[n] =
            vf_load_half(tile->scales + n * tile->panel_scales + group * 2 * PANEL + PANEL);
    }
    UNROLL for (int m = 0; m < rows; m++) {
        const vf scale = vf_set(tile->x_scale[m * tile->row_groups + group]);
        const vf sum = vf_set(group_sums[m][in_stretch]);
        UNROLL for (int n = 0; n < panels; n++) {
            sums[m][n] = vf_fma(vf_mul(minimum[n], scale), sum, sums[m][n]);
        }
    }
}

ALWAYS_INLINE void tile_q4_1(const int rows, const int panels, const bool stream,
                             const struct tile *tile, float *out, int64_t out_stride)
{
    tile_sums sums;
    tile_clear(rows, panels, sums);
    for (int64_t first = tile->first_group; first < tile->end_group; first += TILE_STRETCH) {
        const int64_t stretch = at_most(tile->end_group - first, TILE_STRETCH);
        float group_sums[TILE_MAX_ROWS][TILE_STRETCH];
        float_sums(rows, group_sums, tile, first, stretch);
        for (int64_t g = first; g < first + stretch; g++) {
            tile_counts counts;
            count_nibbles(rows, panels, stream, counts, NULL, tile, g, g - first);
            vf d[TILE_MAX_PANELS];
            UNROLL for (int n = 0; n < panels; n++) {
                d[n] = vf_load_half(tile->scales + n * tile->panel_scales + g * 2 * PANEL);
            }
            tile_add_group(rows, panels, sums, counts, d, tile, g);
            add_minimums(rows, panels, sums, group_sums, tile, g, g - first);
        }
    }
    tile_store(rows, panels, sums, out, out_stride);
}

TILE_SET(tiles_q4_0, tile_q4_0)
TILE_SET(tiles_q4_1, tile_q4_1)
