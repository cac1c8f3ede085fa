// One step of attention, 32 keys: scores, online softmax, weighted values; for one to eight
// queries that read the same keys.
#ifndef TROUPE_ATTEND_STEP_H
#define TROUPE_ATTEND_STEP_H

#include "exp.h"

enum { STEP = 32, PART = 512 };

// Queries of a bundle at most, and what they keep in registers at once: an accumulator for each of
// SCORED_BLOCKS blocks of 16 keys, or of WEIGHED_VECTORS x 16 dimensions.
#if VEC_REGISTERS == 32
enum { BUNDLE = 8, MOST_WEIGHED = 6, SCORED_BLOCKS = 2, WEIGHED_VECTORS = 4 };
#define SCORE_INSTANCES(I) I(1) I(2) I(3) I(4) I(5) I(6) I(7) I(8)
#define WEIGH_INSTANCES(I) I(1) I(2) I(3) I(4) I(5) I(6)
#elif VEC_REGISTERS == 8
enum { BUNDLE = 6, MOST_WEIGHED = 6, SCORED_BLOCKS = 1, WEIGHED_VECTORS = 1 };
#define SCORE_INSTANCES(I) I(1) I(2) I(3) I(4) I(5) I(6)
#define WEIGH_INSTANCES(I) I(1) I(2) I(3) I(4) I(5) I(6)
#else
enum { BUNDLE = 1, MOST_WEIGHED = 1, SCORED_BLOCKS = 2, WEIGHED_VECTORS = 4 };
#define SCORE_INSTANCES(I) I(1)
#define WEIGH_INSTANCES(I) I(1)
#endif

// Queries that read the same keys, with what the current part has given so far.
struct bundle {
    int64_t first_row, first_head;
    int rows, heads, queries; // query i is row i / heads, head i % heads
    int64_t head_size;
    const int32_t *positions; // [rows], ascending
    const uint8_t *const *table;
    int64_t head_offset; // bytes from a block's start to this KV head in this layer
    float scale;

    _Alignas(64) float q[MAX_HEAD_SIZE * BUNDLE]; // [head_size][BUNDLE]
    _Alignas(64) float max[16];                   // [queries]
    _Alignas(64) float lanes[BUNDLE][16];         // denominators, by position % 16
    _Alignas(64) float numerator[BUNDLE][MAX_HEAD_SIZE];
    _Alignas(64) float p[BUNDLE][STEP]; // scores, then their exponentials
};

// A KV head's part of the two blocks of a step: half K[head_size][16], then half V[16][head_size].
struct step_blocks {
    const uint16_t *low, *high; // positions 0..15 and 16..31 of the step
};

static void bundle_clear(struct bundle *bundle, int first, int count)
{
    for (int i = first; i < first + count; i++) {
        bundle->max[i] = -__builtin_inff();
        memset(bundle->lanes[i], 0, sizeof bundle->lanes[i]);
        memset(bundle->numerator[i], 0, (size_t) bundle->head_size * sizeof(float));
    }
}

ALWAYS_INLINE const uint16_t *block_at(const struct bundle *bundle, int64_t position)
{
    return (const uint16_t *) (bundle->table[position / BLOCK] + bundle->head_offset);
}

// The blocks of positions t..t+31 of which `last` is the largest that is needed; a block that is
// not needed is replaced by its neighbour, and its scores are masked.
ALWAYS_INLINE struct step_blocks blocks_of(const struct bundle *bundle, int64_t t, int64_t last)
{
    const uint16_t *low = block_at(bundle, t);
    return (struct step_blocks){low, last >= t + BLOCK ? block_at(bundle, t + BLOCK) : low};
}

// Scores of `queries` queries against 32 keys: one chain over ascending dimensions per key. The
// next step's blocks are fetched meanwhile, one line of each per dimension: K and V of a block's
// head are head_size lines.
ALWAYS_INLINE void score(const int queries, struct bundle *bundle, int first,
                         struct step_blocks now, struct step_blocks next)
{
    const uint16_t *const blocks[] = {now.low, now.high}, *const ahead[] = {next.low, next.high};
    const float *q = bundle->q + first;
    const vf scale = vf_set(bundle->scale);
    UNROLL for (int block = 0; block < 2; block += SCORED_BLOCKS) {
        vf sums[BUNDLE][SCORED_BLOCKS];
        UNROLL for (int i = 0; i < queries; i++) {
            UNROLL for (int n = 0; n < SCORED_BLOCKS; n++) {
                sums[i][n] = vf_zero();
            }
        }
        for (int64_t d = 0; d < bundle->head_size; d++) {
            vf k[SCORED_BLOCKS];
            UNROLL for (int n = 0; n < SCORED_BLOCKS; n++) {
                k[n] = vf_load_half(blocks[block + n] + d * BLOCK);
                vec_prefetch(ahead[block + n] + d * 32);
            }
            UNROLL for (int i = 0; i < queries; i++) {
                const vf x = vf_set(q[d * BUNDLE + i]);
                UNROLL for (int n = 0; n < SCORED_BLOCKS; n++) {
                    sums[i][n] = vf_fma(k[n], x, sums[i][n]);
                }
            }
        }
        UNROLL for (int i = 0; i < queries; i++) {
            UNROLL for (int n = 0; n < SCORED_BLOCKS; n++) {
                vf_store(bundle->p[first + i] + (block + n) * 16, vf_mul(sums[i][n], scale));
            }
        }
    }
}

// Scores to exponentials of the first `valid` keys, +0 for the others; updates maximum and
// denominator lanes. alpha[i] is what query i's earlier sums are scaled by.
ALWAYS_INLINE void soften(struct bundle *bundle, int first, int queries, int valid,
                          bool first_step, float *alpha)
{
    const vf lowest = vf_set(-__builtin_inff());
    const int in_low = valid < 16 ? valid : 16, in_high = valid - in_low;
    _Alignas(64) float grown[16] = {0}, before[16] = {0};
    for (int i = 0; i < queries; i++) {
        float *p = bundle->p[first + i];
        const vf low = vf_keep_first(vf_load(p), in_low, lowest);
        const vf high = vf_keep_first(vf_load(p + 16), in_high, lowest);
        const float largest = vf_largest(vf_max_but_nan(high, vf_max_but_nan(low, lowest)));
        before[i] = bundle->max[first + i];
        grown[i] = largest > before[i] ? largest : before[i];
        bundle->max[first + i] = grown[i];
    }
    vf_store(alpha, first_step ? vf_zero() : vf_exp(vf_sub(vf_load(before), vf_load(grown))));
    for (int i = 0; i < queries; i++) {
        float *p = bundle->p[first + i];
        const vf max = vf_set(grown[i]);
        const vf low = vf_keep_first(vf_exp(vf_sub(vf_load(p), max)), in_low, vf_zero());
        const vf high = vf_keep_first(vf_exp(vf_sub(vf_load(p + 16), max)), in_high, vf_zero());
        vf_store(p, low);
        vf_store(p + 16, high);
        const vf lanes = vf_load(bundle->lanes[first + i]);
        vf_store(bundle->lanes[first + i],
                 vf_fma(lanes, vf_set(alpha[i]), vf_add(low, high)));
    }
}

// numerator = numerator * alpha, then fma(v, p, numerator) for the valid keys ascending; `vectors`
// x 16 dimensions from `d` on.
ALWAYS_INLINE void weigh(const int queries, const int vectors, struct bundle *bundle, int first,
                         int64_t d, struct step_blocks now, int valid, const float *alpha)
{
    const int64_t size = bundle->head_size;
    vf sums[BUNDLE][WEIGHED_VECTORS];
    UNROLL for (int i = 0; i < queries; i++) {
        UNROLL for (int n = 0; n < vectors; n++) {
            sums[i][n] = vf_mul(vf_load(&bundle->numerator[first + i][d + n * 16]),
                                vf_set(alpha[i]));
        }
    }
    const uint16_t *v = now.low + BLOCK * size + d;
    for (int j = 0; j < valid; j++, v += size) {
        if (j == BLOCK) {
            v = now.high + BLOCK * size + d;
        }
        vf value[WEIGHED_VECTORS];
        UNROLL for (int n = 0; n < vectors; n++) {
            value[n] = vf_load_half(v + n * 16);
        }
        UNROLL for (int i = 0; i < queries; i++) {
            const vf p = vf_set(bundle->p[first + i][j]);
            UNROLL for (int n = 0; n < vectors; n++) {
                sums[i][n] = vf_fma(value[n], p, sums[i][n]);
            }
        }
    }
    UNROLL for (int i = 0; i < queries; i++) {
        UNROLL for (int n = 0; n < vectors; n++) {
            vf_store(&bundle->numerator[first + i][d + n * 16], sums[i][n]);
        }
    }
}

// The same for up to 16 dimensions that are left over, one query at a time.
NEVER_INLINE void weigh_rest(struct bundle *bundle, int query, int64_t d, struct step_blocks now,
                             int valid, float alpha)
{
    const int64_t size = bundle->head_size;
    const int n = (int) at_most(size - d, 16);
    float *numerator = &bundle->numerator[query][d];
    vf sum = vf_mul(vf_load_first(numerator, n), vf_set(alpha));
    for (int j = 0; j < valid; j++) {
        const uint16_t *block = j < BLOCK ? now.low : now.high;
        const vf value = vf_load_half_first(block + (BLOCK + j % BLOCK) * size + d, n);
        sum = vf_fma(value, vf_set(bundle->p[query][j]), sum);
    }
    vf_store_first(numerator, sum, n);
}

// Functions with their number of queries known to the compiler.
#define SCORE_INSTANCE(n)                                                                          \
    NEVER_INLINE void score_##n(struct bundle *bundle, int first, struct step_blocks now,          \
                                struct step_blocks next)                                           \
    {                                                                                              \
        score(n, bundle, first, now, next);                                                        \
    }
#define WEIGH_INSTANCE(n)                                                                          \
    NEVER_INLINE void weigh_##n(struct bundle *bundle, int first, int64_t d,                       \
                                struct step_blocks now, int valid, const float *alpha)             \
    {                                                                                              \
        weigh(n, WEIGHED_VECTORS, bundle, first, d, now, valid, alpha);                                          \
    }
SCORE_INSTANCES(SCORE_INSTANCE)
WEIGH_INSTANCES(WEIGH_INSTANCE)

#define SCORE_ENTRY(n) [n] = score_##n,
#define WEIGH_ENTRY(n) [n] = weigh_##n,
static void (*const score_functions[])(struct bundle *, int first, struct step_blocks now,
                                       struct step_blocks next) = {SCORE_INSTANCES(SCORE_ENTRY)};
static void (*const weigh_functions[])(struct bundle *, int first, int64_t d, struct step_blocks,
                                       int valid, const float *alpha) = {
    WEIGH_INSTANCES(WEIGH_ENTRY)};

static void weigh_all(struct bundle *bundle, int first, int queries, struct step_blocks now,
                      int valid, const float *alpha)
{
    const int at_once = queries <= MOST_WEIGHED ? queries : queries / 2;
    enum { AT_ONCE = WEIGHED_VECTORS * 16 };
    int64_t d = 0;
    for (; d + AT_ONCE <= bundle->head_size; d += AT_ONCE) {
        for (int i = 0; i < queries; i += at_once) {
            const int n = queries - i < at_once ? queries - i : at_once;
            weigh_functions[n](bundle, first + i, d, now, valid, alpha + i);
        }
    }
    for (; d < bundle->head_size; d += 16) {
        for (int i = 0; i < queries; i++) {
            weigh_rest(bundle, first + i, d, now, valid, alpha[i]);
        }
    }
}

// Positions t..t+valid-1 for the queries first..first+queries-1. `first_step` begins a part.
static void bundle_step(struct bundle *bundle, int first, int queries, int64_t t, int valid,
                        bool first_step)
{
    const int64_t last = bundle->positions[bundle->rows - 1];
    const struct step_blocks now = blocks_of(bundle, t, t + valid - 1);
    const struct step_blocks next = last >= t + STEP ? blocks_of(bundle, t + STEP, last) : now;
    _Alignas(64) float alpha[16];
    score_functions[queries](bundle, first, now, next);
    soften(bundle, first, queries, valid, first_step, alpha);
    weigh_all(bundle, first, queries, now, valid, alpha);
}

#endif
