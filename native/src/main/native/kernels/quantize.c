// fp32 rows to int8 groups, the left operand of quantised weights.
#include "row_ops.h"

static void quantize_rows(void *context, int64_t first, int64_t count, int worker)
{
    (void) worker;
    const struct quantize_args *args = context;
    for (int64_t r = first; r < first + count; r++) {
        const float *in = args->in.address + r * args->in.stride;
        for (int64_t k = 0; k < args->out.inputs; k += GROUP) {
            quantize_group(vf_load(in + k), vf_load(in + k + 16), group_of(&args->out, r, k));
        }
    }
}

enum status L(quantize)(const struct device *device, const struct quantize_args *args)
{
    return pool_run(device->pool, args->rows, ROW_CLAIMS, quantize_rows, (void *) args);
}
