// One step of attention, 32 keys: scores, online softmax, weighted values; for up to BUNDLE queries
// that read the same keys.
#ifndef TROUPE_ATTEND_STEP_H
#define TROUPE_ATTEND_STEP_H

#include "exp.h"

enum { STEP = 32, PART = 512 };

// Queries of a bundle at most, and those of a tile, whose accumulators stay in registers: one for
// each of SCORED_BLOCKS blocks of 16 keys, or of WEIGHED_VECTORS x 16 dimensions. Bundles of more
// than WIDENED_FROM queries turn the step's halves into floats once, for all of their tiles.
#if VEC_REGISTERS == 32
enum { BUNDLE = 24, MOST_SCORED = 8, SCORED_BLOCKS = 2, MOST_WEIGHED = 6, WEIGHED_VECTORS = 4 };
#define SCORE_INSTANCES(I) I(1) I(2) I(3) I(4) I(5) I(6) I(7) I(8)
#define WEIGH_INSTANCES(I) I(1) I(2) I(3) I(4) I(5) I(6)
#elif VEC_REGISTERS == 8
enum { BUNDLE = 24, MOST_SCORED = 6, SCORED_BLOCKS = 1, MOST_WEIGHED = 6, WEIGHED_VECTORS = 1 };
#define SCORE_INSTANCES(I) I(1) I(2) I(3) I(4) I(5) I(6)
#define WEIGH_INSTANCES(I) I(1) I(2) I(3) I(4) I(5) I(6)
#else
enum { BUNDLE = 8, MOST_SCORED = 1, SCORED_BLOCKS = 2, MOST_WEIGHED = 1, WEIGHED_VECTORS = 4 };
#define SCORE_INSTANCES(I) I(1)
#define WEIGH_INSTANCES(I) I(1)
#endif
enum { WIDENED_FROM = 8 };

// Queries that read the same keys, with what the current part has given so far.
struct bundle {
    int64_t first_row, first_head;
    int rows, heads, queries; // query i is row i / heads, head i % heads
    int64_t head_size;
    const int32_t *positions; // [rows], ascending
    const uint8_t *const *table;
    int64_t head_offset; // bytes from a block's start to this KV head in this layer
    float scale, softcap; // softcap 0 for none
    int64_t window;       // positions that a query sees, its own included

    _Alignas(64) float q[MAX_HEAD_SIZE * BUNDLE];         // [head_size][BUNDLE]
    _Alignas(64) float max[BUNDLE];                       // [queries]
    _Alignas(64) float grown[BUNDLE + 16];                // max, with room for whole stores
    _Alignas(64) float alpha[BUNDLE + 16];                // what earlier sums are scaled by
    _Alignas(64) float lanes[BUNDLE][16];                 // denominators, by position % 16
    _Alignas(64) float numerators[BUNDLE * MAX_HEAD_SIZE]; // [queries][head_size]
    _Alignas(64) float p[BUNDLE][STEP];                   // scores, then their exponentials
    _Alignas(64) float widened[2][2 * BLOCK * MAX_HEAD_SIZE];
};

// A KV head's part of the two blocks of a step, K[head_size][16] and then V[16][head_size]: halves
// as they are stored, or the same widened to floats.
struct step_blocks {
    const void *low, *high; // positions 0..15 and 16..31 of the step
};

ALWAYS_INLINE float *numerator_of(struct bundle *bundle, int query)
{
    return bundle->numerators + query * bundle->head_size;
}

static void bundle_clear(struct bundle *bundle)
{
    for (int i = 0; i < bundle->queries; i++) {
        bundle->max[i] = -__builtin_inff();
    }
    memset(bundle->lanes, 0, (size_t) bundle->queries * sizeof bundle->lanes[0]);
    memset(bundle->numerators, 0,
           (size_t) (bundle->queries * bundle->head_size) * sizeof(float));
}

// The first position that a row sees.
ALWAYS_INLINE int64_t seen_from(int64_t position, int64_t window)
{
    return position < window ? 0 : position - window + 1;
}

ALWAYS_INLINE int64_t row_from(const struct bundle *bundle, int row)
{
    return seen_from(bundle->positions[row], bundle->window);
}

ALWAYS_INLINE const void *block_at(const struct bundle *bundle, int64_t position)
{
    return bundle->table[position / BLOCK] + bundle->head_offset;
}

// The blocks of positions t..t+31 of which `first`..`last` are needed, some of them; a block that is
// not needed is replaced by its neighbour, and its scores are masked.
ALWAYS_INLINE struct step_blocks blocks_of(const struct bundle *bundle, int64_t t, int64_t first,
                                           int64_t last)
{
    const void *low = block_at(bundle, first >= t + BLOCK ? t + BLOCK : t);
    return (struct step_blocks){low, last >= t + BLOCK ? block_at(bundle, t + BLOCK) : low};
}

ALWAYS_INLINE const void *block_in(struct step_blocks blocks, int index)
{
    return index == 0 ? blocks.low : blocks.high;
}

ALWAYS_INLINE vf load_kv(const bool widened, const void *block, int64_t index)
{
    return widened ? vf_load((const float *) block + index)
                   : vf_load_half((const uint16_t *) block + index);
}

// Turns the step's halves into floats.
static struct step_blocks widen(struct bundle *bundle, struct step_blocks now)
{
    const int64_t numbers = 2 * BLOCK * bundle->head_size;
    for (int block = 0; block < 2; block++) {
        const uint16_t *from = block_in(now, block);
        for (int64_t i = 0; i < numbers; i += 32) {
            vf_store(bundle->widened[block] + i, vf_load_half(from + i));
            vf_store(bundle->widened[block] + i + 16, vf_load_half(from + i + 16));
        }
    }
    return (struct step_blocks){bundle->widened[0], bundle->widened[1]};
}

// Scores of a tile of queries against 32 keys: one chain over ascending dimensions per key. The
// next step's halves are fetched meanwhile, one line of each block per dimension: K and V of a
// block's head are head_size lines.
ALWAYS_INLINE void score(const int queries, const bool widened, struct bundle *bundle, int first,
                         struct step_blocks now, struct step_blocks next)
{
    const float *q = bundle->q + first;
    const vf scale = vf_set(bundle->scale);
    UNROLL for (int block = 0; block < 2; block += SCORED_BLOCKS) {
        vf sums[MOST_SCORED][SCORED_BLOCKS];
        UNROLL for (int i = 0; i < queries; i++) {
            UNROLL for (int n = 0; n < SCORED_BLOCKS; n++) {
                sums[i][n] = vf_zero();
            }
        }
        for (int64_t d = 0; d < bundle->head_size; d++) {
            vf k[SCORED_BLOCKS];
            UNROLL for (int n = 0; n < SCORED_BLOCKS; n++) {
                k[n] = load_kv(widened, block_in(now, block + n), d * BLOCK);
                vec_prefetch((const uint16_t *) block_in(next, block + n) + d * 32);
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

// Bends the scores of the queries first..last - 1 into -softcap..softcap.
NEVER_INLINE void bend_scores(struct bundle *bundle, int first, int last)
{
    const vf cap = vf_set(bundle->softcap);
    for (int i = first; i < last; i++) {
        float *p = bundle->p[i];
        vf_store(p, vf_softcap(vf_load(p), cap));
        vf_store(p + 16, vf_softcap(vf_load(p + 16), cap));
    }
}

// The keys of a step that a query sees: `begin`..`end` - 1 of each block's 16.
struct seen {
    int low_begin, low_end, high_begin, high_end;
};

ALWAYS_INLINE struct seen seen_of(const int begin, const int end)
{
    return (struct seen){begin < 16 ? begin : 16, end < 16 ? end : 16, begin < 16 ? 0 : begin - 16,
                         end < 16 ? 0 : end - 16};
}

ALWAYS_INLINE vf keep_seen(vf x, int begin, int end, vf rest)
{
    const vf kept = vf_keep_first(x, end, rest);
    return begin > 0 ? vf_keep_first(rest, begin, kept) : kept;
}

// Takes the scores of the keys that are seen into the maxima, for 8 queries or fewer.
ALWAYS_INLINE vf raise_maxima(struct bundle *bundle, int first, int queries, struct seen seen)
{
    const vf lowest = vf_set(-__builtin_inff());
    vf largest[8];
    UNROLL for (int i = 0; i < 8; i++) {
        const float *p = bundle->p[first + (i < queries ? i : 0)];
        const vf low = keep_seen(vf_load(p), seen.low_begin, seen.low_end, lowest);
        const vf high = keep_seen(vf_load(p + 16), seen.high_begin, seen.high_end, lowest);
        largest[i] = vf_max_but_nan(high, vf_max_but_nan(low, lowest));
    }
    const vf before = vf_load_first(bundle->max + first, queries);
    const vf max = vf_max_but_nan(vf_largest_of_8(largest), before);
    vf_store_first(bundle->max + first, max, queries);
    // A store of all lanes can be read back at once; the next 8 queries' follow.
    vf_store(bundle->grown + first, max);
    return vf_sub(before, max);
}

// Scores to exponentials, for one or two queries whose maxima are known.
ALWAYS_INLINE void exponentials(struct bundle *bundle, int first, const int queries,
                                struct seen seen)
{
    vf x[4];
    UNROLL for (int i = 0; i < queries; i++) {
        const vf max = vf_set(bundle->grown[first + i]);
        x[2 * i] = vf_sub(vf_load(bundle->p[first + i]), max);
        x[2 * i + 1] = vf_sub(vf_load(bundle->p[first + i] + 16), max);
    }
    vf_exp_each(x, 2 * queries);
    UNROLL for (int i = 0; i < queries; i++) {
        float *p = bundle->p[first + i], *lanes = bundle->lanes[first + i];
        const vf low = keep_seen(x[2 * i], seen.low_begin, seen.low_end, vf_zero());
        const vf high = keep_seen(x[2 * i + 1], seen.high_begin, seen.high_end, vf_zero());
        vf_store(p, low);
        vf_store(p + 16, high);
        vf_store(lanes, vf_fma(vf_load(lanes), vf_set(bundle->alpha[first + i]),
                               vf_add(low, high)));
    }
}

// Scores to exponentials of the keys begin..end - 1, +0 for the others; updates the maxima and the
// lanes of the denominators.
ALWAYS_INLINE void soften(struct bundle *bundle, int first, int queries, const int begin,
                          const int end, bool first_step)
{
    const struct seen seen = seen_of(begin, end);
    for (int i = 0; i < queries; i += 8) {
        const vf shrunk = raise_maxima(bundle, first + i, (int) at_most(queries - i, 8), seen);
        vf_store(bundle->alpha + first + i, first_step ? vf_zero() : vf_exp(shrunk));
    }
    int i = first;
    for (; i + 1 < first + queries; i += 2) {
        exponentials(bundle, i, 2, seen);
    }
    if (i < first + queries) {
        exponentials(bundle, i, 1, seen);
    }
}

NEVER_INLINE void soften_full(struct bundle *bundle, int first, int queries, bool first_step)
{
    soften(bundle, first, queries, 0, STEP, first_step);
}

NEVER_INLINE void soften_some(struct bundle *bundle, int first, int queries, int end,
                              bool first_step)
{
    soften(bundle, first, queries, 0, end, first_step);
}

NEVER_INLINE void soften_window(struct bundle *bundle, int first, int queries, int begin, int end,
                                bool first_step)
{
    soften(bundle, first, queries, begin, end, first_step);
}

// numerator = numerator * alpha, then fma(v, p, numerator) for the keys begin..end - 1 ascending; of
// a tile of queries and WEIGHED_VECTORS x 16 dimensions from `d` on.
ALWAYS_INLINE void weigh(const int queries, const bool widened, struct bundle *bundle, int first,
                         int64_t d, struct step_blocks now, int begin, int end)
{
    const int64_t size = bundle->head_size;
    vf sums[MOST_WEIGHED][WEIGHED_VECTORS];
    UNROLL for (int i = 0; i < queries; i++) {
        UNROLL for (int n = 0; n < WEIGHED_VECTORS; n++) {
            sums[i][n] = vf_mul(vf_load(numerator_of(bundle, first + i) + d + n * 16),
                                vf_set(bundle->alpha[first + i]));
        }
    }
    for (int block = 0; block < 2 && end > block * BLOCK; block++) {
        const int keys = (int) at_most(end - block * BLOCK, BLOCK);
        const float *p = &bundle->p[first][block * BLOCK];
        for (int j = begin > block * BLOCK ? begin - block * BLOCK : 0; j < keys; j++) {
            vf value[WEIGHED_VECTORS];
            UNROLL for (int n = 0; n < WEIGHED_VECTORS; n++) {
                value[n] = load_kv(widened, block_in(now, block), (BLOCK + j) * size + d + n * 16);
            }
            UNROLL for (int i = 0; i < queries; i++) {
                const vf weight = vf_set(p[i * STEP + j]);
                UNROLL for (int n = 0; n < WEIGHED_VECTORS; n++) {
                    sums[i][n] = vf_fma(value[n], weight, sums[i][n]);
                }
            }
        }
    }
    UNROLL for (int i = 0; i < queries; i++) {
        UNROLL for (int n = 0; n < WEIGHED_VECTORS; n++) {
            vf_store(numerator_of(bundle, first + i) + d + n * 16, sums[i][n]);
        }
    }
}

// The same of halves for up to 16 dimensions that are left over, one query at a time.
NEVER_INLINE void weigh_rest(struct bundle *bundle, int query, int64_t d, struct step_blocks now,
                             int begin, int end)
{
    const int64_t size = bundle->head_size;
    const int n = (int) at_most(size - d, 16);
    float *numerator = numerator_of(bundle, query) + d;
    vf sum = vf_mul(vf_load_first(numerator, n), vf_set(bundle->alpha[query]));
    for (int j = begin; j < end; j++) {
        const uint16_t *block = block_in(now, j / BLOCK);
        const vf value = vf_load_half_first(block + (BLOCK + j % BLOCK) * size + d, n);
        sum = vf_fma(value, vf_set(bundle->p[query][j]), sum);
    }
    vf_store_first(numerator, sum, n);
}

// Functions with their number of queries known to the compiler, of halves and of widened blocks.
#define SCORE_INSTANCE(n)                                                                          \
    NEVER_INLINE void score_##n(struct bundle *bundle, int first, struct step_blocks now,          \
                                struct step_blocks next)                                           \
    {                                                                                              \
        score(n, false, bundle, first, now, next);                                                 \
    }                                                                                              \
    NEVER_INLINE void score_widened_##n(struct bundle *bundle, int first, struct step_blocks now,  \
                                        struct step_blocks next)                                   \
    {                                                                                              \
        score(n, true, bundle, first, now, next);                                                  \
    }
#define WEIGH_INSTANCE(n)                                                                          \
    NEVER_INLINE void weigh_##n(struct bundle *bundle, int first, int64_t d,                       \
                                struct step_blocks now, int begin, int end)                        \
    {                                                                                              \
        weigh(n, false, bundle, first, d, now, begin, end);                                        \
    }                                                                                              \
    NEVER_INLINE void weigh_widened_##n(struct bundle *bundle, int first, int64_t d,               \
                                        struct step_blocks now, int begin, int end)                \
    {                                                                                              \
        weigh(n, true, bundle, first, d, now, begin, end);                                         \
    }
SCORE_INSTANCES(SCORE_INSTANCE)
WEIGH_INSTANCES(WEIGH_INSTANCE)

typedef void (*score_tile)(struct bundle *, int first, struct step_blocks now,
                           struct step_blocks next);
typedef void (*weigh_tile)(struct bundle *, int first, int64_t d, struct step_blocks now,
                           int begin, int end);

#define SCORE_ENTRY(n) [n] = {score_##n, score_widened_##n},
#define WEIGH_ENTRY(n) [n] = {weigh_##n, weigh_widened_##n},
static const score_tile score_tiles[][2] = {SCORE_INSTANCES(SCORE_ENTRY)}; // [queries][widened]
static const weigh_tile weigh_tiles[][2] = {WEIGH_INSTANCES(WEIGH_ENTRY)}; // [queries][widened]

// Queries of the next tile when `left` are left: as few tiles as the most of each allow, of nearly
// equal sizes.
ALWAYS_INLINE int tile_size(int left, int most)
{
    return (int) ceil_div(left, ceil_div(left, most));
}

static void score_all(struct bundle *bundle, int first, int last, bool widened,
                      struct step_blocks now, struct step_blocks next)
{
    for (int i = first; i < last;) {
        const int n = tile_size(last - i, MOST_SCORED);
        score_tiles[n][widened](bundle, i, now, next);
        i += n;
    }
    if (bundle->softcap > 0.0f) {
        bend_scores(bundle, first, last);
    }
}

// For the queries first..last - 1.
static void weigh_all(struct bundle *bundle, int first, int last, bool widened,
                      struct step_blocks now, struct step_blocks halves, int begin, int end)
{
    enum { AT_ONCE = WEIGHED_VECTORS * 16 };
    int64_t d = 0;
    for (; d + AT_ONCE <= bundle->head_size; d += AT_ONCE) {
        for (int i = first; i < last;) {
            const int n = tile_size(last - i, MOST_WEIGHED);
            weigh_tiles[n][widened](bundle, i, d, now, begin, end);
            i += n;
        }
    }
    for (; d < bundle->head_size; d += 16) {
        for (int i = first; i < last; i++) {
            weigh_rest(bundle, i, d, halves, begin, end);
        }
    }
}

// A step's blocks for the queries of one bundle.
struct step {
    int64_t t, part_start;
    struct step_blocks now, halves;
    bool widened;
};

// A row that sees some of the step's keys, or begins in it.
static void take_row(struct bundle *bundle, const struct step *step, int row)
{
    const int64_t t = step->t, from = row_from(bundle, row);
    const int query = row * bundle->heads;
    const int begin = from > t ? (int) (from - t) : 0;
    const int end = (int) at_most(bundle->positions[row] - t + 1, STEP);
    const bool first_step = t == step->part_start || from >= t;
    if (begin == 0) {
        soften_some(bundle, query, bundle->heads, end, first_step);
    } else {
        soften_window(bundle, query, bundle->heads, begin, end, first_step);
    }
    weigh_all(bundle, query, query + bundle->heads, step->widened, step->now, step->halves, begin,
              end);
}

// Rows row..end - 1, which see all of the step's keys and have seen all or none of those before it
// in this part.
static void take_full_rows(struct bundle *bundle, const struct step *step, int row, int end)
{
    const int first = row * bundle->heads, last = end * bundle->heads;
    soften_full(bundle, first, last - first, step->t == step->part_start);
    weigh_all(bundle, first, last, step->widened, step->now, step->halves, 0, STEP);
}

// Positions t..t+31 for the rows that see some of them: rows row..end - 1, at least one.
static void bundle_step(struct bundle *bundle, int row, int end, int64_t t, int64_t part_start)
{
    const int64_t last = bundle->positions[bundle->rows - 1];
    const struct step_blocks halves = blocks_of(bundle, t, row_from(bundle, row), last);
    const struct step_blocks next =
        last >= t + STEP ? blocks_of(bundle, t + STEP, t + STEP, last) : halves;
    const int first = row * bundle->heads, after = end * bundle->heads;
    const bool widened = after - first > WIDENED_FROM;
    const struct step step = {
        t, part_start, widened ? widen(bundle, halves) : halves, halves, widened};
    score_all(bundle, first, after, widened, step.now, next);
    // The rows whose own position lies in the step see some of its keys, the later ones all, but
    // for those whose window begins in it.
    for (; row < end && bundle->positions[row] < t + STEP - 1; row++) {
        take_row(bundle, &step, row);
    }
    const int64_t seen_before = t == part_start ? t + 1 : t;
    int full = row_from(bundle, end - 1) < seen_before ? end : row;
    while (full < end && row_from(bundle, full) < seen_before) {
        full++;
    }
    take_full_rows(bundle, &step, row, full);
    for (; full < end; full++) {
        take_row(bundle, &step, full);
    }
}

#endif
