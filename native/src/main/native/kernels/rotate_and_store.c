// Bias and head norms where a model has them, RoPE on q and k, then k and v to the paged KV as F16.
#include "row_ops.h"

struct job {
    const struct rotate_and_store_args *args;
    int64_t heads, kv_heads, head_size, half; // half of what turns
};

static void add_bias(const struct job *job, float *row)
{
    const int64_t width = (job->heads + 2 * job->kv_heads) * job->head_size;
    for (int64_t i = 0; i < width; i += 16) {
        const int n = (int) at_most(width - i, 16);
        const vf bias = vf_load_first(job->args->bias + i, n);
        vf_store_first(row + i, vf_add(vf_load_first(row + i, n), bias), n);
    }
}

static void normalize_head(const struct job *job, float *head, const float *gain)
{
    const float epsilon = (float) job->args->epsilon;
    const vf scale = vf_set(norm_scale(head, job->head_size, epsilon));
    for (int64_t i = 0; i < job->head_size; i += 16) {
        const int n = (int) at_most(job->head_size - i, 16);
        const vf x = vf_load_first(head + i, n);
        vf_store_first(head + i, scaled(x, scale, vf_load_first(gain + i, n)), n);
    }
}

// Dimension i turns with dimension i + half: a' = a cos - b sin, b' = a sin + b cos.
static void rotate_head(const struct job *job, float *head, const float *cosines)
{
    const float *sines = cosines + job->half;
    for (int64_t i = 0; i < job->half; i += 16) {
        const int n = (int) at_most(job->half - i, 16);
        const vf a = vf_load_first(head + i, n), b = vf_load_first(head + job->half + i, n);
        const vf cosine = vf_load_first(cosines + i, n), sine = vf_load_first(sines + i, n);
        vf_store_first(head + i, vf_fms(a, cosine, vf_mul(b, sine)), n);
        vf_store_first(head + job->half + i, vf_fma(a, sine, vf_mul(b, cosine)), n);
    }
}

// `size` numbers as halves, clamped to what a half holds; NaN stays.
static void narrow(const float *from, int64_t size, uint16_t *to)
{
    for (int64_t i = 0; i < size; i += 16) {
        const int n = (int) at_most(size - i, 16);
        const vf x = vf_lower(vf_raise(vf_load_first(from + i, n), -65504.0f), 65504.0f);
        vf_store_half_first(to + i, x, n);
    }
}

// A block's layer part: per KV head half K[head_size][16], then half V[16][head_size].
static void store_head(const struct job *job, const float *k, const float *v, uint16_t *block_head,
                       int slot)
{
    uint16_t narrowed[MAX_HEAD_SIZE];
    narrow(k, job->head_size, narrowed);
    for (int64_t d = 0; d < job->head_size; d++) {
        block_head[d * BLOCK + slot] = narrowed[d];
    }
    narrow(v, job->head_size, block_head + (BLOCK + slot) * job->head_size);
}

static void rotate_and_store_row(const struct job *job, int64_t row)
{
    const struct rotate_and_store_args *args = job->args;
    const int64_t size = job->head_size, position = args->kv.positions[row];
    const float *cosines = args->rotations + position * args->rotated;
    float *q = args->qkv.address + row * args->qkv.stride;
    float *k = q + job->heads * size, *v = k + job->kv_heads * size;
    if (args->bias != NULL) {
        add_bias(job, q);
    }
    for (int64_t h = 0; h < job->heads + job->kv_heads; h++) {
        const float *gain = h < job->heads ? args->query_gain : args->key_gain;
        if (gain != NULL) {
            normalize_head(job, q + h * size, gain);
        }
        rotate_head(job, q + h * size, cosines);
    }
    const uint8_t *block = args->kv.tables[row][position / BLOCK] + args->kv.layer_offset;
    for (int64_t h = 0; h < job->kv_heads; h++) {
        uint16_t *block_head = (uint16_t *) (uintptr_t) block + h * 2 * BLOCK * size;
        store_head(job, k + h * size, v + h * size, block_head, (int) (position % BLOCK));
    }
}

static void rotate_and_store_rows(void *context, int64_t first, int64_t count, int worker)
{
    (void) worker;
    for (int64_t r = first; r < first + count; r++) {
        rotate_and_store_row(context, r);
    }
}

enum status L(rotate_and_store)(const struct device *device,
                                const struct rotate_and_store_args *args)
{
    struct job job = {
        .args = args,
        .heads = args->shape.heads,
        .kv_heads = args->shape.kv_heads,
        .head_size = args->shape.head_size,
        .half = args->rotated / 2,
    };
    const struct claim_sizes sizes = {.smallest = 4, .preferred = 16, .largest = 32};
    return pool_run(device->pool, args->rows, sizes, rotate_and_store_rows, &job);
}
