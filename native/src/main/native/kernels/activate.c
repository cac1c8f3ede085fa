// Gate and up that were made apart: what the paired epilogues do in a product.
#include "exp.h"

static void activate_row(const struct activate_args *args, int64_t row)
{
    const bool gelu = args->activation == ACTIVATION_GELU_TANH;
    const float *gate = args->gate.address + row * args->gate.stride;
    const float *up = args->up.address + row * args->up.stride;
    float *out = args->out.address + row * args->out.stride;
    for (int64_t k = 0; k < args->width; k += 16) {
        const int n = (int) at_most(args->width - k, 16);
        const vf x = vf_load_first(gate + k, n);
        const vf active = gelu ? vf_gelu(x) : vf_silu(x);
        vf_store_first(out + k, vf_mul(active, vf_load_first(up + k, n)), n);
    }
}

static void activate_rows(void *context, int64_t first, int64_t count, int worker)
{
    (void) worker;
    for (int64_t r = first; r < first + count; r++) {
        activate_row(context, r);
    }
}

enum status L(activate)(const struct device *device, const struct activate_args *args)
{
    const struct claim_sizes sizes = {.smallest = 2, .preferred = 2, .largest = 16};
    return pool_run(device->pool, args->rows, sizes, activate_rows, (void *) args);
}
