// RMSNorm to fp32.
#include "row_ops.h"

static void normalize_rows(void *context, int64_t first, int64_t count, int worker)
{
    (void) worker;
    const struct normalize_args *args = context;
    for (int64_t r = first; r < first + count; r++) {
        const float *in = args->in.address + r * args->in.stride;
        float *out = args->out.address + r * args->out.stride;
        const vf scale = vf_set(norm_scale(in, args->width, (float) args->epsilon));
        for (int64_t k = 0; k < args->width; k += 16) {
            const int n = (int) at_most(args->width - k, 16);
            const vf x = vf_load_first(in + k, n);
            vf_store_first(out + k, scaled(x, scale, vf_load_first(args->gain + k, n)), n);
        }
    }
}

enum status L(normalize)(const struct device *device, const struct normalize_args *args)
{
    return pool_run(device->pool, args->rows, ROW_CLAIMS, normalize_rows, (void *) args);
}
