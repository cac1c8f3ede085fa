// How the tiles of a format are made: their shapes, their way to memory, and what formats share.
#ifndef TROUPE_TILE_H
#define TROUPE_TILE_H

#include "exp.h"
#include "tile_set.h"

// Shapes that a level has: SHAPE(function, rows, panels), and how many of its panels a tile keeps
// in registers at once. A format that needs other shapes defines them before it includes this.
//
// With 32 registers 7 or 8 rows are one tile, panel by panel: weights are read and widened once
// for all of them. More rows find the panels in the cache, and there two panels at once, which
// share what is loaded of the rows, are faster.
#ifndef TILE_SHAPES
#if VEC_REGISTERS == 32
#define TILE_CHOICE                                                                                \
    .rows = 6, .panels = 2, .few_rows = 3, .few_rows_panels = 4, .rows_alone = 8
#define TILE_AT_ONCE(rows, panels) ((rows) > 6 ? 1 : (panels))
#define TILE_SHAPES(SHAPE, function)                                                               \
    SHAPE(function, 1, 1) SHAPE(function, 2, 1) SHAPE(function, 3, 1)                              \
    SHAPE(function, 4, 1) SHAPE(function, 5, 1) SHAPE(function, 6, 1)                              \
    SHAPE(function, 1, 2) SHAPE(function, 2, 2) SHAPE(function, 3, 2)                              \
    SHAPE(function, 4, 2) SHAPE(function, 5, 2) SHAPE(function, 6, 2)                              \
    SHAPE(function, 7, 1) SHAPE(function, 8, 1) SHAPE(function, 7, 2) SHAPE(function, 8, 2)        \
    SHAPE(function, 1, 4) SHAPE(function, 2, 4) SHAPE(function, 3, 4)
#elif VEC_REGISTERS == 8
#define TILE_CHOICE .rows = 6, .panels = 2, .few_rows = 1, .few_rows_panels = 4
#define TILE_AT_ONCE(rows, panels) ((rows) == 1 ? (panels) : 1)
#define TILE_SHAPES(SHAPE, function)                                                               \
    SHAPE(function, 1, 1) SHAPE(function, 2, 1) SHAPE(function, 3, 1)                              \
    SHAPE(function, 4, 1) SHAPE(function, 5, 1) SHAPE(function, 6, 1)                              \
    SHAPE(function, 1, 2) SHAPE(function, 2, 2) SHAPE(function, 3, 2)                              \
    SHAPE(function, 4, 2) SHAPE(function, 5, 2) SHAPE(function, 6, 2) SHAPE(function, 1, 4)
#else
#define TILE_CHOICE .rows = 1, .panels = 2, .few_rows = 1, .few_rows_panels = 2
#define TILE_AT_ONCE(rows, panels) (panels)
#define TILE_SHAPES(SHAPE, function) SHAPE(function, 1, 1) SHAPE(function, 1, 2)
#endif
#endif

// One function per shape, each with its sizes known to the compiler, and the set of them all.
#define TILE_FUNCTION(name, function, rows, panels, stream)                                        \
    NEVER_INLINE void name##_##rows##x##panels(const struct tile *tile)                            \
    {                                                                                              \
        enum { AT_ONCE = TILE_AT_ONCE(rows, panels) };                                             \
        _Alignas(64) float sums[rows][panels][PANEL];                                              \
        for (int n = 0; n < panels; n += AT_ONCE) {                                                \
            const struct tile part = tile_from(tile, n);                                           \
            function(rows, AT_ONCE, stream, &part, &sums[0][n][0], panels * PANEL);                \
        }                                                                                          \
        tile_epilogue(rows, panels, &sums[0][0][0], tile);                                         \
    }
#define TILE_RESIDENT(function, rows, panels)                                                      \
    TILE_FUNCTION(function, function, rows, panels, false)
#define TILE_STREAM(function, rows, panels)                                                        \
    TILE_FUNCTION(function##_stream, function, rows, panels, true)
#define TILE_RESIDENT_ENTRY(function, rows, panels) [rows][panels] = function##_##rows##x##panels,
#define TILE_STREAM_ENTRY(function, rows, panels)                                                  \
    [rows][panels] = function##_stream_##rows##x##panels,
#define TILE_SET(set, function)                                                                    \
    TILE_SHAPES(TILE_RESIDENT, function)                                                           \
    TILE_SHAPES(TILE_STREAM, function)                                                             \
    const struct tile_set L(set) = {                                                               \
        TILE_CHOICE,                                                                               \
        .shape = {{TILE_SHAPES(TILE_RESIDENT_ENTRY, function)},                                    \
                  {TILE_SHAPES(TILE_STREAM_ENTRY, function)}}};

// The same tile from its panel n on.
ALWAYS_INLINE struct tile tile_from(const struct tile *tile, int n)
{
    struct tile part = *tile;
    part.quants += n * tile->panel_bytes;
    part.scales += n * tile->panel_scales;
    return part;
}

typedef vf tile_sums[TILE_MAX_ROWS][TILE_MAX_PANELS];
typedef vi tile_counts[TILE_MAX_ROWS][TILE_MAX_PANELS];

// How far ahead of its use a line of a weight stream is fetched.
enum { STREAM_AHEAD_BYTES = 2048 };

// From a line of a panel to the one to fetch meanwhile, when a tile reads `panels` side by side:
// behind a panel's end the same stream goes on `panels` panels later.
ALWAYS_INLINE int64_t tile_stream_ahead(const struct tile *tile, const int panels,
                                        int64_t panel_offset)
{
    const bool inside = panel_offset + STREAM_AHEAD_BYTES < tile->panel_bytes;
    return STREAM_AHEAD_BYTES + (inside ? 0 : (panels - 1) * tile->panel_bytes);
}

ALWAYS_INLINE void tile_clear(const int rows, const int panels, tile_sums sums)
{
    UNROLL for (int m = 0; m < rows; m++) {
        UNROLL for (int n = 0; n < panels; n++) {
            sums[m][n] = vf_zero();
        }
    }
}

// Writes one panel's columns of one row, as far as the matrix reaches.
ALWAYS_INLINE void tile_put(float *out, vf value, int64_t columns, bool add)
{
    const int n = (int) at_most(columns, PANEL);
    if (n > 0) {
        vf_store_first(out, add ? vf_add(vf_load_first(out, n), value) : value, n);
    }
}

// The epilogue, from sums that lie [rows][panels][16] in memory: its cost is nothing beside the
// tile's, and outside it need not be repeated for every shape.
NEVER_INLINE void tile_epilogue(int rows, int panels, const float *sums, const struct tile *tile)
{
    const bool gelu = tile->epilogue == EPILOGUE_GEGLU, add = tile->epilogue == EPILOGUE_ADD;
    const bool paired = gelu || tile->epilogue == EPILOGUE_SWIGLU;
    const int step = paired ? 2 : 1; // gate and up panels stand in turn
    for (int m = 0; m < rows; m++) {
        for (int n = 0; n < panels; n += step) {
            const float *at = sums + (m * panels + n) * PANEL;
            const int64_t column = n / step * PANEL;
            vf value = vf_load(at);
            if (paired) {
                value = vf_mul(gelu ? vf_gelu(value) : vf_silu(value), vf_load(at + PANEL));
            }
            tile_put(tile->out + m * tile->out_stride + column, value, tile->columns - column,
                     add);
        }
    }
}

// Hands a tile's sums to its caller, row by row.
ALWAYS_INLINE void tile_store(const int rows, const int panels, tile_sums sums, float *out,
                              int64_t out_stride)
{
    UNROLL for (int m = 0; m < rows; m++) {
        UNROLL for (int n = 0; n < panels; n++) {
            vf_store(out + m * out_stride + n * PANEL, sums[m][n]);
        }
    }
}

// Per-row numbers of a stretch of groups, put at hand before its inner loop.
enum { TILE_STRETCH = 32 };

// starts[m][i]: what the counts of row m begin with in group first + i, which takes the offset of
// the stored weights (128 or 8) out again, exactly.
ALWAYS_INLINE void tile_count_starts(const int rows, const int32_t offset,
                                     int32_t starts[][TILE_STRETCH], const struct tile *tile,
                                     int64_t first, int64_t count)
{
    for (int m = 0; m < rows; m++) {
        const int32_t *sums = tile->x_sum + (m * tile->row_groups + first) * 2;
        for (int64_t i = 0; i < count; i++) {
            starts[m][i] = -offset * (sums[2 * i] + sums[2 * i + 1]);
        }
    }
}

// sums[m][i]: the sum of row m's group first + i, as float.
ALWAYS_INLINE void tile_float_sums(const int rows, float sums[][TILE_STRETCH],
                                   const struct tile *tile, int64_t first, int64_t count)
{
    for (int m = 0; m < rows; m++) {
        const int32_t *halves = tile->x_sum + (m * tile->row_groups + first) * 2;
        for (int64_t i = 0; i < count; i++) {
            sums[m][i] = (float) (halves[2 * i] + halves[2 * i + 1]);
        }
    }
}

// Fetches the group's share of what tiles to come will read, when the tile does not stream.
ALWAYS_INLINE void tile_fetch_share(const struct tile *tile, int64_t group)
{
    const int64_t lines = tile->ahead_lines;
    const uint8_t *ahead = tile->ahead + (group - tile->first_group) * lines * 64;
    for (int64_t i = 0; i < lines; i++) {
        vec_prefetch_far(ahead + i * 64);
    }
}

// Adds one group's integer sums: sums = fma(d * scale, (float) counts, sums), in this order.
ALWAYS_INLINE void tile_add_group(const int rows, const int panels, tile_sums sums,
                                  tile_counts counts, const vf *d, const struct tile *tile,
                                  int64_t group)
{
    UNROLL for (int m = 0; m < rows; m++) {
        const vf scale = vf_set(tile->x_scale[m * tile->row_groups + group]);
        UNROLL for (int n = 0; n < panels; n++) {
            sums[m][n] = vf_fma(vf_mul(d[n], scale), vi_to_float(counts[m][n]), sums[m][n]);
        }
    }
}

// The second term of a group: sums = fma(minimum * scale, row_sums[m][at], sums).
ALWAYS_INLINE void tile_add_minimums(const int rows, const int panels, tile_sums sums,
                                     const vf *minimum, const float *row_sums, int64_t row_stride,
                                     int64_t at, const struct tile *tile, int64_t group)
{
    UNROLL for (int m = 0; m < rows; m++) {
        const vf scale = vf_set(tile->x_scale[m * tile->row_groups + group]);
        const vf sum = vf_set(row_sums[m * row_stride + at]);
        UNROLL for (int n = 0; n < panels; n++) {
            sums[m][n] = vf_fma(vf_mul(minimum[n], scale), sum, sums[m][n]);
        }
    }
}

#endif
