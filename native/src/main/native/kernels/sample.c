// Chooses and scores one token per row of logits. Rows are spread over the threads.
#include "candidates.h"
#include "exp.h"
#include "philox.h"

struct row {
    const float *logits;
    int64_t vocabulary_size;
    float max;
    float sum; // of exp(logit - max)
};

// --- passes over all logits ---------------------------------------------------------------------

ALWAYS_INLINE vf load_logits(const struct row *row, int64_t id, int lanes)
{
    return lanes == 16 ? vf_load(row->logits + id) : vf_load_first(row->logits + id, lanes);
}

// Finds the largest logit; false when the row cannot be believed: NaN or +infinity in it, or
// nothing but -infinity.
static bool find_max(struct row *row)
{
    const float lowest = -__builtin_inff();
    vf max = vf_set(lowest);
    bool broken = false;
    for (int64_t id = 0; id < row->vocabulary_size; id += 16) {
        const int lanes = (int) at_most(row->vocabulary_size - id, 16);
        const vf x = vf_keep_first(load_logits(row, id, lanes), lanes, vf_set(lowest));
        broken |= vf_any_nan_or_infinity(x);
        max = vf_max_but_nan(x, max);
    }
    row->max = vf_largest(max) + 0.0f; // +0 where -0 and +0 tie
    return !broken && row->max != lowest;
}

// Weights exp((logit - max) / temperature), summed in 16 lanes by id and the tree.
ALWAYS_INLINE float sum_weights(const struct row *row, const bool divide, float temperature)
{
    const vf max = vf_set(row->max), divisor = vf_set(temperature);
    vf sum = vf_zero();
    for (int64_t id = 0; id < row->vocabulary_size; id += 16) {
        const int lanes = (int) at_most(row->vocabulary_size - id, 16);
        vf x = vf_sub(load_logits(row, id, lanes), max);
        if (divide) {
            x = vf_div(x, divisor);
        }
        sum = vf_add(sum, vf_keep_first(vf_exp(x), lanes, vf_zero()));
    }
    return vf_tree(sum);
}

static int32_t first_largest(const struct row *row)
{
    const vf max = vf_set(row->max), infinity = vf_set(__builtin_inff());
    for (int64_t id = 0;; id += 16) {
        const int lanes = (int) at_most(row->vocabulary_size - id, 16);
        const vf x = vf_keep_first(load_logits(row, id, lanes), lanes, infinity);
        const uint32_t found = vf_between(x, max, infinity);
        if (found != 0) {
            return (int32_t) id + __builtin_ctz(found);
        }
    }
}

// --- drawing ------------------------------------------------------------------------------------

// Candidates in order with their weights, both made as far as they are looked at.
struct drawing {
    struct candidates *candidates;
    float temperature;
    float *weights;
    int64_t weighed; // weights[0..weighed-1] are there
};

static void weigh_up_to_count(struct drawing *drawing)
{
    const struct candidates *candidates = drawing->candidates;
    const int64_t first = drawing->weighed;
    for (int64_t i = first; i < candidates->count; i++) {
        drawing->weights[i] = candidates->logits[id_at(candidates, i)];
    }
    const vf max = vf_set(candidates->max), divisor = vf_set(drawing->temperature);
    for (int64_t i = first; i < candidates->count; i += 16) {
        const int lanes = (int) at_most(candidates->count - i, 16);
        const vf x = vf_sub(vf_load_first(drawing->weights + i, lanes), max);
        vf_store_first(drawing->weights + i, vf_exp(vf_div(x, divisor)), lanes);
    }
    drawing->weighed = candidates->count;
}

// What a chained sum over the first candidates came to.
struct prefix {
    int64_t length;
    float sum;
};

enum goal { GOAL_REACH, GOAL_EXCEED };

// The shortest prefix, of at most `kept` candidates, whose chained sum reaches (>=) or exceeds (>)
// the target; all that are kept when none does.
static struct prefix shortest_prefix(struct drawing *drawing, int64_t kept, enum goal goal,
                                     float target)
{
    struct prefix prefix = {0, 0.0f};
    while (prefix.length < kept && has_candidate(drawing->candidates, prefix.length)) {
        if (prefix.length >= drawing->weighed) {
            weigh_up_to_count(drawing);
        }
        prefix.sum += drawing->weights[prefix.length++];
        if (goal == GOAL_REACH ? prefix.sum >= target : prefix.sum > target) {
            break;
        }
    }
    return prefix;
}

// The sum of all weights; at temperature 1 it is the sum that is reported anyway.
static float sum_at(const struct row *row, float temperature)
{
    return temperature == 1.0f ? row->sum : sum_weights(row, true, temperature);
}

static int32_t draw_token(const struct row *row, struct candidates *candidates, float *weights,
                          const struct draw *draw)
{
    struct drawing drawing = {candidates, draw->temperature, weights, 0};
    const float never = __builtin_inff();
    struct prefix kept = {row->vocabulary_size, 0.0f};
    if (draw->top_k > 0 && draw->top_k < row->vocabulary_size) {
        kept = shortest_prefix(&drawing, draw->top_k, GOAL_EXCEED, never);
    } else {
        kept.sum = sum_at(row, draw->temperature);
    }
    if (draw->top_p < 1.0f) {
        kept = shortest_prefix(&drawing, kept.length, GOAL_REACH, draw->top_p * kept.sum);
    }
    const uint32_t word = philox_first_word(draw->seed, draw->position);
    const float target = (float) (word >> 8) * 0x1p-24f * kept.sum;
    const struct prefix drawn = shortest_prefix(&drawing, kept.length, GOAL_EXCEED, target);
    return id_at(candidates, drawn.length - 1);
}

// --- rows ---------------------------------------------------------------------------------------

// Scratch of one thread: keys, spare keys, weights.
static int64_t thread_scratch_bytes(int64_t vocabulary_size)
{
    const int64_t bytes = vocabulary_size * (int64_t) (2 * sizeof(uint64_t) + sizeof(float));
    return ceil_div(bytes, 64) * 64;
}

static int32_t choose_token(const struct row *row, struct candidates *candidates, float *weights,
                            const struct draw *draw)
{
    switch ((enum draw_mode) draw->mode) {
    case DRAW_GREEDY:
        return first_largest(row);
    case DRAW_GIVEN:
        return draw->given;
    case DRAW_DRAWN:
        break;
    }
    return draw_token(row, candidates, weights, draw);
}

static void sample_row(const struct sample_args *args, int64_t r, uint8_t *scratch)
{
    const struct draw *draw = &args->draws[r];
    struct choice *choice = &args->choices[r];
    struct row row = {args->logits.address + r * args->logits.stride, args->vocabulary_size, 0, 0};
    memset(choice, 0, sizeof *choice);
    if (!find_max(&row)) {
        choice->status = CHOICE_NOT_FINITE;
        return;
    }
    uint64_t *keys = (uint64_t *) scratch, *spare = keys + row.vocabulary_size;
    float *weights = (float *) (spare + row.vocabulary_size);
    struct candidates candidates =
        candidates_of(row.logits, row.vocabulary_size, row.max, keys, spare);
    row.sum = sum_weights(&row, false, 1.0f);
    choice->token = choose_token(&row, &candidates, weights, draw);
    choice->logit = row.logits[choice->token];
    choice->max = row.max;
    choice->sum = row.sum;
    for (int i = 0; i < draw->top_count && has_candidate(&candidates, i); i++) {
        const int32_t id = id_at(&candidates, i);
        choice->top[choice->top_count++] = (struct candidate){id, row.logits[id]};
    }
}

static void sample_rows(void *context, int64_t first, int64_t count, int worker)
{
    const struct sample_args *args = context;
    uint8_t *scratch = args->scratch + worker * thread_scratch_bytes(args->vocabulary_size);
    for (int64_t r = first; r < first + count; r++) {
        sample_row(args, r, scratch);
    }
}

static bool draw_valid(const struct draw *draw, int64_t vocabulary_size)
{
    if (draw->mode < DRAW_GREEDY || draw->mode > DRAW_GIVEN || draw->top_count < 0
        || draw->top_count > MAX_TOP) {
        return false;
    }
    if (draw->mode == DRAW_GIVEN) {
        return draw->given >= 0 && draw->given < vocabulary_size;
    }
    return draw->mode == DRAW_GREEDY
           || (draw->temperature > 0.0f && draw->top_k >= 0 && draw->top_p > 0.0f
               && draw->top_p <= 1.0f);
}

int64_t L(sample_scratch_bytes)(const struct device *device, int64_t vocabulary_size, int64_t rows)
{
    // A single row stays on the calling thread; otherwise any thread may take any row.
    const int64_t threads = rows == 1 ? 1 : pool_threads(device->pool);
    return threads * thread_scratch_bytes(vocabulary_size);
}

enum status L(sample)(const struct device *device, const struct sample_args *args)
{
    for (int64_t r = 0; r < args->rows; r++) {
        if (!draw_valid(&args->draws[r], args->vocabulary_size)) {
            return STATUS_DRAW_INVALID;
        }
    }
    const struct claim_sizes sizes = {.smallest = 1, .preferred = 1, .largest = 1};
    return pool_run(device->pool, args->rows, sizes, sample_rows, (void *) args);
}
