// Logits bent softly into -cap..cap.
#include "exp.h"

static void softcap_rows(void *context, int64_t first, int64_t count, int worker)
{
    (void) worker;
    const struct softcap_args *args = context;
    const vf cap = vf_set((float) args->cap);
    for (int64_t r = first; r < first + count; r++) {
        float *row = args->rows.address + r * args->rows.stride;
        for (int64_t k = 0; k < args->width; k += 16) {
            const int n = (int) at_most(args->width - k, 16);
            vf_store_first(row + k, vf_softcap(vf_load_first(row + k, n), cap), n);
        }
    }
}

enum status L(softcap)(const struct device *device, const struct softcap_args *args)
{
    const struct claim_sizes sizes = {.smallest = 1, .preferred = 1, .largest = 4};
    return pool_run(device->pool, args->count, sizes, softcap_rows, (void *) args);
}
