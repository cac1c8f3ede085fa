// A tile: a few rows of the left operand against a few panels of weights, all in registers.
//
// Each output is one lane with one chain of sums over ascending groups, so the tile's shape never
// changes a bit; it only decides how often weights and rows are read again. Shapes that measured
// best: few rows x 4 panels (four streams of weights hide the memory's latency), more rows x as
// many panels as the registers hold. Rows beyond a tile's go in balanced tiles.
#ifndef TROUPE_TILE_SET_H
#define TROUPE_TILE_SET_H

#include "level.h"

enum { TILE_MAX_ROWS = 8, TILE_MAX_PANELS = 4 };

// What a tile works on. Pointers stand at its first row, panel and column.
struct tile {
    const uint8_t *quants; // [panels][panel_bytes]
    int64_t panel_bytes;
    const uint16_t *scales; // [panels][panel_scales]
    int64_t panel_scales;

    const int8_t *x; // [rows][row_groups * 32]
    const float *x_scale; // [rows][row_groups]
    const int32_t *x_sum; // [rows][row_groups * 2]: of each half group
    int64_t row_groups;
    const float *x_float; // [rows][x_stride], for weights that are no integers
    int64_t x_stride;

    int64_t first_group, end_group; // of 32; elements for weights that are no integers

    // What to fetch meanwhile for tiles to come, unless streaming: lines of 64 bytes per group.
    const uint8_t *ahead;
    int64_t ahead_lines;

    float *out;
    int64_t out_stride;
    int64_t columns; // from the tile's first to the matrix' last
    enum epilogue epilogue;
};

typedef void (*tile_function)(const struct tile *);

// The tile functions of one format, and how to choose among them. Streaming ones fetch the
// lines of their own panels early: they are for panels that are read once.
struct tile_set {
    int rows, panels;                // of a tile at most
    int few_rows, few_rows_panels;   // up to so many rows, tiles are so many panels wide
    int rows_alone;                  // up to so many rows are one tile; 0 if only .rows are
    tile_function shape[2][TILE_MAX_ROWS + 1][TILE_MAX_PANELS + 1]; // [streaming][rows][panels]
};

// The formats whose tiles are made of dot products of bytes, in one list.
#define INTEGER_TILE_SETS(TILES)                                                                   \
    TILES(q8_0) TILES(q4_0) TILES(q4_1) TILES(q5_0) TILES(q5_1) TILES(q2_k) TILES(q3_k)            \
    TILES(q4_k) TILES(q5_k) TILES(q6_k)

extern const struct tile_set L(tiles_f32), L(tiles_f16), L(tiles_bf16);
#define DECLARE_TILES(format) extern const struct tile_set L(tiles_##format);
INTEGER_TILE_SETS(DECLARE_TILES)

#endif
