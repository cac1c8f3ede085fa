// A tile: a few rows of the left operand against a few panels of weights, all in registers.
//
// Each output is one lane with one chain of sums over ascending groups, so the tile's shape never
// changes a bit; it only decides how often weights and rows are read again. Shapes that measured
// best: 1 to 3 rows x 4 panels (four streams of weights hide the memory's latency), 4 to 6 rows x
// 2 panels (accumulators and operands fill the 32 registers). Rows beyond 6 go in balanced tiles.
#ifndef TROUPE_TILE_H
#define TROUPE_TILE_H

#include "exp.h"

enum { TILE_MAX_ROWS = 6, TILE_MAX_PANELS = 4 };

// What a tile works on. Pointers stand at its first row, panel and column.
struct tile {
    const uint8_t *quants; // [panels][panel_bytes]
    int64_t panel_bytes;
    const uint16_t *scales; // [panels][panel_scales]
    int64_t panel_scales;

    const int8_t *x; // [rows][row_groups * 32]
    const float *x_scale; // [rows][row_groups]
    const int32_t *x_sum; // [rows][row_groups]
    int64_t row_groups;
    const float *x_float; // [rows][x_stride], for F32 and F16 weights
    int64_t x_stride;

    int64_t first_group, end_group; // of 32; elements for F32 and F16 weights

    float *out;
    int64_t out_stride;
    int64_t columns; // from the tile's first to the matrix' last
    enum epilogue epilogue;
};

typedef void (*tile_function)(const struct tile *);

// The tile functions of one format: [streaming][rows][panels]. Streaming ones prefetch weights.
struct tile_set {
    tile_function shape[2][TILE_MAX_ROWS + 1][TILE_MAX_PANELS + 1];
};

extern const struct tile_set L(tiles_f32), L(tiles_f16), L(tiles_q8_0), L(tiles_q4_0),
    L(tiles_q4_1);

// Shapes that a level has: SHAPE(function, rows, panels).
#if VEC_WIDE_TILES
enum { TILE_ROWS = 6, TILE_FEW_ROWS = 3, TILE_FEW_ROWS_PANELS = 4, TILE_PANELS = 2 };
#define TILE_SHAPES(SHAPE, function)                                                               \
    SHAPE(function, 1, 1) SHAPE(function, 2, 1) SHAPE(function, 3, 1)                              \
    SHAPE(function, 4, 1) SHAPE(function, 5, 1) SHAPE(function, 6, 1)                              \
    SHAPE(function, 1, 2) SHAPE(function, 2, 2) SHAPE(function, 3, 2)                              \
    SHAPE(function, 4, 2) SHAPE(function, 5, 2) SHAPE(function, 6, 2)                              \
    SHAPE(function, 1, 4) SHAPE(function, 2, 4) SHAPE(function, 3, 4)
#else
enum { TILE_ROWS = 1, TILE_FEW_ROWS = 1, TILE_FEW_ROWS_PANELS = 2, TILE_PANELS = 2 };
#define TILE_SHAPES(SHAPE, function) SHAPE(function, 1, 1) SHAPE(function, 1, 2)
#endif

// One function per shape, each with its sizes known to the compiler, and the set of them all.
#define TILE_INSTANCE(function, rows, panels)                                                      \
    NEVER_INLINE void function##_##rows##x##panels(const struct tile *tile)                        \
    {                                                                                              \
        function(rows, panels, false, tile);                                                       \
    }                                                                                              \
    NEVER_INLINE void function##_stream_##rows##x##panels(const struct tile *tile)                 \
    {                                                                                              \
        function(rows, panels, true, tile);                                                        \
    }
#define TILE_RESIDENT_ENTRY(function, rows, panels) [rows][panels] = function##_##rows##x##panels,
#define TILE_STREAM_ENTRY(function, rows, panels)                                                  \
    [rows][panels] = function##_stream_##rows##x##panels,
#define TILE_SET(set, function)                                                                    \
    TILE_SHAPES(TILE_INSTANCE, function)                                                           \
    const struct tile_set L(set) = {                                                               \
        {{TILE_SHAPES(TILE_RESIDENT_ENTRY, function)},                                             \
         {TILE_SHAPES(TILE_STREAM_ENTRY, function)}}};

typedef vf tile_sums[TILE_MAX_ROWS][TILE_MAX_PANELS];
typedef vi tile_counts[TILE_MAX_ROWS][TILE_MAX_PANELS];

// How far ahead of its use a line of a weight stream is fetched.
enum { STREAM_AHEAD_BYTES = 2048 };

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
    const bool paired = tile->epilogue == EPILOGUE_SWIGLU, add = tile->epilogue == EPILOGUE_ADD;
    const int step = paired ? 2 : 1; // gate and up panels stand in turn
    for (int m = 0; m < rows; m++) {
        for (int n = 0; n < panels; n += step) {
            const float *at = sums + (m * panels + n) * PANEL;
            const int64_t column = n / step * PANEL;
            vf value = vf_load(at);
            if (paired) {
                value = vf_mul(vf_silu(value), vf_load(at + PANEL));
            }
            tile_put(tile->out + m * tile->out_stride + column, value, tile->columns - column,
                     add);
        }
    }
}

ALWAYS_INLINE void tile_finish(const int rows, const int panels, tile_sums sums,
                               const struct tile *tile)
{
    _Alignas(64) float spilled[TILE_MAX_ROWS * TILE_MAX_PANELS * PANEL];
    UNROLL for (int m = 0; m < rows; m++) {
        UNROLL for (int n = 0; n < panels; n++) {
            vf_store(spilled + (m * panels + n) * PANEL, sums[m][n]);
        }
    }
    tile_epilogue(rows, panels, spilled, tile);
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
        const int32_t *sums = tile->x_sum + m * tile->row_groups + first;
        for (int64_t i = 0; i < count; i++) {
            starts[m][i] = -offset * sums[i];
        }
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

#endif
