// RMSNorm of what a block of a layer gave, added to the residual stream.
#include "row_ops.h"

static void normalize_add_rows(void *context, int64_t first, int64_t count, int worker)
{
    (void) worker;
    const struct normalize_add_args *args = context;
    for (int64_t r = first; r < first + count; r++) {
        const float *in = args->in.address + r * args->in.stride;
        float *out = args->out.address + r * args->out.stride;
        const vf scale = vf_set(norm_scale(in, args->width, (float) args->epsilon));
        for (int64_t k = 0; k < args->width; k += 16) {
            const int n = (int) at_most(args->width - k, 16);
            const vf gain = vf_load_first(args->gain + k, n);
            const vf y = scaled(vf_load_first(in + k, n), scale, gain);
            vf_store_first(out + k, vf_add(vf_load_first(out + k, n), y), n);
        }
    }
}

enum status L(normalize_add)(const struct device *device, const struct normalize_add_args *args)
{
    return pool_run(device->pool, args->rows, ROW_CLAIMS, normalize_add_rows, (void *) args);
}
