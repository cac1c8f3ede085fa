// Tiles of Q5_0, Q5_1, Q2_K, Q3_K, Q5_K and Q6_K weights, which lie as bytes.
//
// A panel's group is 8 lines of 16 outputs x 4 unsigned bytes, all below 64. Counting starts at
// -offset * (sum of the row's part), which takes the offset of the stored weights out again,
// exactly. Where each half of a group has a scale of its own, the halves are counted one after the
// other: lines 0..3 and 4..7.
#include "factors.h"
#include "tile.h"

// Sums of a stretch of the tile's rows by part: counts' starts, or floats for minimums.
struct part_sums {
    int32_t starts[TILE_MAX_ROWS][2 * TILE_STRETCH];
    float sums[TILE_MAX_ROWS][2 * TILE_STRETCH];
};

ALWAYS_INLINE void prepare(const enum weight_format format, const int rows, struct part_sums *to,
                           const struct tile *tile, int64_t first, int64_t count)
{
    const int parts = has_half_scales(format) ? 2 : 1;
    for (int m = 0; m < rows; m++) {
        const int32_t *halves = tile->x_sum + (m * tile->row_groups + first) * 2;
        for (int64_t i = 0; i < count * parts; i++) {
            const int32_t sum = parts == 2 ? halves[i] : halves[2 * i] + halves[2 * i + 1];
            if (has_minimum(format)) {
                to->sums[m][i] = (float) sum;
            } else {
                to->starts[m][i] = -stored_above(format) * sum;
            }
        }
    }
}

// Counts lines begin..end-1 of one group.
ALWAYS_INLINE void count_lines(const int rows, const int panels, const bool stream,
                               const int begin, const int end, tile_counts counts,
                               const struct tile *tile, int64_t group)
{
    const int64_t width = tile->row_groups * GROUP;
    const int64_t ahead = tile_stream_ahead(tile, panels, group * 8 * 64);
    UNROLL for (int j = begin; j < end; j++) {
        vi line[TILE_MAX_PANELS];
        UNROLL for (int n = 0; n < panels; n++) {
            const uint8_t *at = tile->quants + n * tile->panel_bytes + (group * 8 + j) * 64;
            line[n] = vi_load(at);
            if (stream) {
                vec_prefetch(at + ahead);
            }
        }
        UNROLL for (int m = 0; m < rows; m++) {
            const int8_t *x = tile->x + m * width + group * GROUP + j * 4;
            UNROLL for (int n = 0; n < panels; n++) {
                counts[m][n] = vi_dot_small(counts[m][n], line[n], x);
            }
        }
    }
}

ALWAYS_INLINE void add_part(const enum weight_format format, const int rows, const int panels,
                            const bool stream, const int half, tile_sums sums,
                            const struct part_sums *of, const struct tile *tile, int64_t group,
                            int64_t in_stretch)
{
    const int parts = has_half_scales(format) ? 2 : 1;
    const int64_t at = in_stretch * parts + half;
    tile_counts counts;
    UNROLL for (int m = 0; m < rows; m++) {
        UNROLL for (int n = 0; n < panels; n++) {
            counts[m][n] = vi_set(has_minimum(format) ? 0 : of->starts[m][at]);
        }
    }
    count_lines(rows, panels, stream, half * 4, half * 4 + 8 / parts, counts, tile, group);
    vf factor[TILE_MAX_PANELS];
    UNROLL for (int n = 0; n < panels; n++) {
        factor[n] = load_scale(format, tile->scales + n * tile->panel_scales, group, half);
    }
    tile_add_group(rows, panels, sums, counts, factor, tile, group);
    if (has_minimum(format)) {
        UNROLL for (int n = 0; n < panels; n++) {
            factor[n] = load_minimum(format, tile->scales + n * tile->panel_scales, group, half);
        }
        tile_add_minimums(rows, panels, sums, factor, of->sums[0], 2 * TILE_STRETCH, at, tile,
                          group);
    }
}

ALWAYS_INLINE void tile_bytes(const enum weight_format format, const int rows, const int panels,
                              const bool stream, const struct tile *tile, float *out,
                              int64_t out_stride)
{
    tile_sums sums;
    tile_clear(rows, panels, sums);
    for (int64_t first = tile->first_group; first < tile->end_group; first += TILE_STRETCH) {
        const int64_t stretch = at_most(tile->end_group - first, TILE_STRETCH);
        struct part_sums of;
        prepare(format, rows, &of, tile, first, stretch);
        for (int64_t g = first; g < first + stretch; g++) {
            if (!stream) {
                tile_fetch_share(tile, g);
            }
            add_part(format, rows, panels, stream, 0, sums, &of, tile, g, g - first);
            if (has_half_scales(format)) {
                add_part(format, rows, panels, stream, 1, sums, &of, tile, g, g - first);
            }
        }
    }
    tile_store(rows, panels, sums, out, out_stride);
}

#define BYTES_TILES(set, function, format)                                                         \
    ALWAYS_INLINE void function(const int rows, const int panels, const bool stream,               \
                                const struct tile *tile, float *out, int64_t out_stride)           \
    {                                                                                              \
        tile_bytes(format, rows, panels, stream, tile, out, out_stride);                           \
    }                                                                                              \
    TILE_SET(set, function)

BYTES_TILES(tiles_q5_0, tile_q5_0, FORMAT_Q5_0)
BYTES_TILES(tiles_q5_1, tile_q5_1, FORMAT_Q5_1)
BYTES_TILES(tiles_q2_k, tile_q2_k, FORMAT_Q2_K)
BYTES_TILES(tiles_q3_k, tile_q3_k, FORMAT_Q3_K)
BYTES_TILES(tiles_q5_k, tile_q5_k, FORMAT_Q5_K)
BYTES_TILES(tiles_q6_k, tile_q6_k, FORMAT_Q6_K)
