// RMSNorm and quantisation in one pass over the row: what every layer does twice.
#include "row_ops.h"

static void normalize_quantize_rows(void *context, int64_t first, int64_t count, int worker)
{
    (void) worker;
    const struct normalize_quantize_args *args = context;
    const float *gain = args->gain;
    for (int64_t r = first; r < first + count; r++) {
        const float *in = args->in.address + r * args->in.stride;
        const vf scale = vf_set(norm_scale(in, args->out.inputs, (float) args->epsilon));
        for (int64_t k = 0; k < args->out.inputs; k += GROUP) {
            const vf low = scaled(vf_load(in + k), scale, vf_load(gain + k));
            const vf high = scaled(vf_load(in + k + 16), scale, vf_load(gain + k + 16));
            quantize_group(low, high, group_of(&args->out, r, k));
        }
    }
}

enum status L(normalize_quantize)(const struct device *device,
                                  const struct normalize_quantize_args *args)
{
    return pool_run(device->pool, args->rows, ROW_CLAIMS, normalize_quantize_rows, (void *) args);
}
