// Chooses and scores one token per row of logits. Rows are spread over the threads.
#include "adjust.h"
#include "weights.h"

// Scratch of one thread. Nothing in it outlives a row.
struct sample_scratch {
    float *adjusted;  // a copy of the row; [candidates]
    int32_t *weights; // [candidates] up to a multiple of 16
    int32_t *few;     // those weights that may stay; before that, counts of tokens; as many
};

ALWAYS_INLINE int64_t weights_size(int64_t candidates)
{
    return ceil_div(candidates, 16) * 16;
}

static int64_t thread_scratch_bytes(int64_t candidates)
{
    return 3 * weights_size(candidates) * (int64_t) sizeof(int32_t);
}

static struct sample_scratch scratch_of(const struct sample_args *args, int worker)
{
    const int64_t size = weights_size(args->candidates);
    int32_t *start = (int32_t *) (args->scratch + worker * thread_scratch_bytes(args->candidates));
    return (struct sample_scratch){(float *) start, start + size, start + 2 * size};
}

static int32_t choose_token(const struct row *row, float max, const struct draw *draw,
                            const struct sample_scratch *scratch)
{
    if (draw->mode == DRAW_GREEDY) {
        return first_largest(row, max);
    }
    const int64_t size = weights_size(row->candidates);
    const struct weights weights = {scratch->weights, size}, few = {scratch->few, size};
    return draw_token(row, max, draw, weights, few);
}

// Chooses from a copy of the row with biases, bans and penalties.
static enum choice_status choose_adjusted(const struct row *row, const struct draw *draw,
                                          struct history history,
                                          const struct sample_scratch *scratch, int32_t *token)
{
    float *logits = scratch->adjusted;
    memcpy(logits, row->logits, (size_t) row->candidates * sizeof *logits);
    add_biases(logits, row->candidates, draw);
    if (is_penalised(draw)) {
        add_penalties(logits, row->candidates, draw, history, scratch->few);
    }
    const struct row adjusted = {logits, row->candidates};
    const float max = find_max(&adjusted);
    if (max != max) {
        return CHOICE_NOT_FINITE;
    }
    if (max == -__builtin_inff()) {
        return CHOICE_NOTHING_LEFT;
    }
    *token = choose_token(&adjusted, max, draw, scratch);
    return CHOICE_OK;
}

// The fault gives a row no more history than the row before it in the batch has.
static struct history history_of(const struct sample_args *args, int64_t r, bool faulty)
{
    const struct draw *draw = &args->draws[r];
    int64_t length = draw->history_length;
    if (faulty && r > 0) {
        length = at_most(length, args->draws[r - 1].history_length);
    }
    return (struct history){draw->history, at_most(draw->prompt_length, length), length};
}

struct sampling {
    const struct sample_args *args;
    bool faulty_history;
};

static void sample_row(const struct sampling *sampling, int64_t r,
                       const struct sample_scratch *scratch)
{
    const struct sample_args *args = sampling->args;
    const struct draw *draw = &args->draws[r];
    const struct row row = {args->logits.address + r * args->logits.stride, args->candidates};
    struct choice choice = {.status = CHOICE_OK};
    const float max = find_max(&row);
    if (max != max || max == -__builtin_inff()) {
        choice.status = CHOICE_NOT_FINITE;
    } else if (draw->mode == DRAW_GIVEN) {
        choice.token = draw->given;
    } else if (is_adjusted(draw)) {
        const struct history history = history_of(args, r, sampling->faulty_history);
        choice.status = choose_adjusted(&row, draw, history, scratch, &choice.token);
    } else {
        choice.token = choose_token(&row, max, draw, scratch);
    }
    if (choice.status == CHOICE_OK) {
        choice.logit = row.logits[choice.token];
        choice.max = max;
        choice.sum = sum_exponentials(&row, max);
        list_best(&row, draw->top_count, &choice);
    }
    args->choices[r] = choice;
}

static void sample_rows(void *context, int64_t first, int64_t count, int worker)
{
    const struct sampling *sampling = context;
    const struct sample_scratch scratch = scratch_of(sampling->args, worker);
    for (int64_t r = first; r < first + count; r++) {
        sample_row(sampling, r, &scratch);
    }
}

static bool adjustment_valid(const struct draw *draw)
{
    return draw->repetition > 0.0f && draw->repetition < __builtin_inff()
           && __builtin_fabsf(draw->frequency) < __builtin_inff()
           && __builtin_fabsf(draw->presence) < __builtin_inff() && draw->prompt_length >= 0
           && draw->prompt_length <= draw->history_length && draw->bias_count >= 0
           && draw->ban_count >= 0;
}

static bool draw_valid(const struct draw *draw, int64_t candidates)
{
    if (draw->top_count < 0 || draw->top_count > MAX_TOP) {
        return false;
    }
    switch ((enum draw_mode) draw->mode) {
    case DRAW_GIVEN:
        return draw->given >= 0 && draw->given < candidates;
    case DRAW_GREEDY:
        return adjustment_valid(draw);
    case DRAW_DRAWN:
        return adjustment_valid(draw) && draw->temperature > 0.0f && draw->top_k >= 0
               && draw->top_p > 0.0f && draw->top_p <= 1.0f && draw->min_p >= 0.0f
               && draw->min_p <= 1.0f;
    }
    return false;
}

int64_t L(sample_scratch_bytes)(const struct device *device, int64_t candidates, int64_t rows)
{
    // A single row stays on the calling thread; otherwise any thread may take any row.
    const int64_t threads = rows == 1 ? 1 : pool_threads(device->pool);
    return threads * thread_scratch_bytes(candidates);
}

enum status L(sample)(const struct device *device, const struct sample_args *args)
{
    if (args->candidates > MAX_CANDIDATES) {
        return STATUS_SHAPE_INVALID;
    }
    for (int64_t r = 0; r < args->rows; r++) {
        if (!draw_valid(&args->draws[r], args->candidates)) {
            return STATUS_DRAW_INVALID;
        }
    }
    struct sampling sampling = {args, (device->faults & FAULT_PENALTIES_BY_BATCH) != 0};
    const struct claim_sizes sizes = {.smallest = 1, .preferred = 1, .largest = 1};
    return pool_run(device->pool, args->rows, sizes, sample_rows, &sampling);
}
