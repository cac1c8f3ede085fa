// Tiles of Q8_0 weights.
//
// A panel's group is 8 lines of 16 outputs x 4 unsigned bytes q + 128. Counting starts at
// -128 * (sum of the row's group), which takes the offset out again, exactly.
#include "tile.h"

ALWAYS_INLINE void tile_q8_0(const int rows, const int panels, const bool stream,
                             const struct tile *tile, float *out, int64_t out_stride)
{
    const int64_t width = tile->row_groups * GROUP;
    tile_sums sums;
    tile_clear(rows, panels, sums);
    for (int64_t first = tile->first_group; first < tile->end_group; first += TILE_STRETCH) {
        const int64_t stretch = at_most(tile->end_group - first, TILE_STRETCH);
        int32_t starts[TILE_MAX_ROWS][TILE_STRETCH];
        tile_count_starts(rows, 128, starts, tile, first, stretch);
        for (int64_t g = first; g < first + stretch; g++) {
            tile_counts counts;
            const int64_t ahead = tile_stream_ahead(tile, panels, g * 8 * 64);
            if (!stream) {
                tile_fetch_share(tile, g);
            }
            UNROLL for (int m = 0; m < rows; m++) {
                UNROLL for (int n = 0; n < panels; n++) {
                    counts[m][n] = vi_set(starts[m][g - first]);
                }
            }
            UNROLL for (int j = 0; j < 8; j++) {
                vi line[TILE_MAX_PANELS];
                UNROLL for (int n = 0; n < panels; n++) {
                    const uint8_t *at = tile->quants + n * tile->panel_bytes + (g * 8 + j) * 64;
                    line[n] = vi_load(at);
                    if (stream) {
                        vec_prefetch(at + ahead);
                    }
                }
                UNROLL for (int m = 0; m < rows; m++) {
                    const int8_t *x = tile->x + m * width + g * GROUP + j * 4;
                    UNROLL for (int n = 0; n < panels; n++) {
                        counts[m][n] = vi_dot_line(counts[m][n], line[n], x);
                    }
                }
            }
            vf d[TILE_MAX_PANELS];
            UNROLL for (int n = 0; n < panels; n++) {
                d[n] = vf_load_half(tile->scales + n * tile->panel_scales + g * PANEL);
            }
            tile_add_group(rows, panels, sums, counts, d, tile, g);
        }
    }
    tile_store(rows, panels, sums, out, out_stride);
}

TILE_SET(tiles_q8_0, tile_q8_0)
