// Tiles of F32, F16 and BF16 weights: one fma per weight, k ascending.
#include "tile.h"

ALWAYS_INLINE vf load_f32(const uint8_t *panel, int64_t k)
{
    return vf_load((const float *) panel + k * PANEL);
}

ALWAYS_INLINE vf load_f16(const uint8_t *panel, int64_t k)
{
    return vf_load_half((const uint16_t *) panel + k * PANEL);
}

ALWAYS_INLINE vf load_weights(const enum weight_format format, const uint8_t *panel, int64_t k)
{
    switch (format) {
    case FORMAT_F16:
        return load_f16(panel, k);
    case FORMAT_BF16:
        return vf_load_bf16((const uint16_t *) panel + k * PANEL);
    default:
        return load_f32(panel, k);
    }
}

ALWAYS_INLINE void tile_float(const int rows, const int panels, const bool stream,
                              const enum weight_format format, const struct tile *tile, float *out,
                              int64_t out_stride)
{
    const int64_t line_bytes = PANEL * (format == FORMAT_F32 ? 4 : 2);
    tile_sums sums;
    tile_clear(rows, panels, sums);
    for (int64_t k = tile->first_group; k < tile->end_group; k++) {
        vf weight[TILE_MAX_PANELS];
        const int64_t ahead = tile_stream_ahead(tile, panels, k * line_bytes);
        if (!stream) {
            tile_fetch_share(tile, k);
        }
        UNROLL for (int n = 0; n < panels; n++) {
            const uint8_t *panel = tile->quants + n * tile->panel_bytes;
            weight[n] = load_weights(format, panel, k);
            if (stream) {
                vec_prefetch(panel + k * line_bytes + ahead);
            }
        }
        UNROLL for (int m = 0; m < rows; m++) {
            const vf x = vf_set(tile->x_float[m * tile->x_stride + k]);
            UNROLL for (int n = 0; n < panels; n++) {
                sums[m][n] = vf_fma(weight[n], x, sums[m][n]);
            }
        }
    }
    tile_store(rows, panels, sums, out, out_stride);
}

ALWAYS_INLINE void tile_f32(const int rows, const int panels, const bool stream,
                            const struct tile *tile, float *out, int64_t out_stride)
{
    tile_float(rows, panels, stream, FORMAT_F32, tile, out, out_stride);
}

ALWAYS_INLINE void tile_f16(const int rows, const int panels, const bool stream,
                            const struct tile *tile, float *out, int64_t out_stride)
{
    tile_float(rows, panels, stream, FORMAT_F16, tile, out, out_stride);
}

ALWAYS_INLINE void tile_bf16(const int rows, const int panels, const bool stream,
                             const struct tile *tile, float *out, int64_t out_stride)
{
    tile_float(rows, panels, stream, FORMAT_BF16, tile, out, out_stride);
}

TILE_SET(tiles_f32, tile_f32)
TILE_SET(tiles_f16, tile_f16)
TILE_SET(tiles_bf16, tile_bf16)
