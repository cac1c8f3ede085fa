// Draws from integer weights. Their sums are exact, so they may be taken in any order: nothing has
// to be sorted, and no rounding decides between two tokens.
#ifndef TROUPE_WEIGHTS_H
#define TROUPE_WEIGHTS_H

#include <math.h>

#include "logits.h"
#include "philox.h"

// The weight of the largest logit.
#define WHOLE (1 << 30)

// How many, and what they sum up to.
struct tally {
    uint64_t count;
    uint64_t sum;
};

// Sums of up to 2^17 numbers per lane, in two halves: 15 bits and the rest.
struct lane_sums {
    vi low, high;
};

// So many numbers fit lane_sums.
enum { STRETCH = 1 << 20 };

ALWAYS_INLINE void lane_sums_add(struct lane_sums *sums, vi weights)
{
    sums->low = vi_add(sums->low, vi_and(weights, (1 << 15) - 1));
    sums->high = vi_add(sums->high, vi_shift_right(weights, 15));
}

ALWAYS_INLINE uint64_t lane_sums_total(const struct lane_sums *sums)
{
    uint32_t low[16], high[16];
    vi_store((int32_t *) low, sums->low);
    vi_store((int32_t *) high, sums->high);
    uint64_t total = 0;
    for (int i = 0; i < 16; i++) {
        total += low[i] + ((uint64_t) high[i] << 15);
    }
    return total;
}

// Weights of one row by id, filled with zeros up to a multiple of 16.
struct weights {
    int32_t *of;
    int64_t size;
};

// Ends the weights after `count` of them.
ALWAYS_INLINE void close_gap(struct weights *weights, int64_t count)
{
    weights->size = ceil_div(count, 16) * 16;
    memset(weights->of + count, 0, (size_t) (weights->size - count) * sizeof *weights->of);
}

// Weights below this need not be looked at to find a cut. For top-p, all of them together are less
// than it lets go, since the largest logit alone weighs WHOLE.
static int32_t least_that_matters(const struct draw *draw, int64_t size)
{
    if (draw->top_k > 0) {
        return 1;
    }
    const double bound = (1.0 - draw->top_p) * WHOLE / (double) size;
    return draw->top_p == 1.0f ? WHOLE : bound < 1.0 ? 1 : (int32_t) bound;
}

// rint(WHOLE * exp((logit - max) / temperature)), and 0 for those below min-p. Those that matter
// are copied to `few`, side by side and then filled with zeros. Returns the sum of all.
static uint64_t weigh(const struct row *row, float max, const struct draw *draw,
                      struct weights weights, struct weights *few)
{
    const float largest = 0x1.fffffep127f, inverse = 1.0f / draw->temperature;
    const vf scale = vf_set(inverse > largest ? largest : inverse);
    const vi least = vi_set((int32_t) ceilf(draw->min_p * WHOLE));
    const vi bound = vi_set(least_that_matters(draw, weights.size));
    uint64_t total = 0;
    int64_t count = 0;
    for (int64_t from = 0; from < weights.size; from += STRETCH) {
        struct lane_sums sums = {vi_set(0), vi_set(0)};
        const int64_t end = at_most(weights.size, from + STRETCH);
        for (int64_t id = from; id < end; id += 16) {
            const int lanes = (int) at_most(row->candidates - id, 16);
            const vf x = vf_mul(vf_sub(load_logits(row, id, lanes), vf_set(max)), scale);
            const vf w = vf_keep_first(vf_mul(vf_exp(x), vf_set(WHOLE)), lanes, vf_zero());
            const vi kept = vi_keep_at_least(vf_to_int(w), least);
            vi_store(weights.of + id, kept);
            lane_sums_add(&sums, kept);
            count += vi_store_chosen(few->of + count, kept, vi_at_least(kept, bound));
        }
        total += lane_sums_total(&sums);
    }
    close_gap(few, count);
    return total;
}

// Those of at least `least`, which is above 0.
static struct tally tally_from(struct weights weights, int32_t least)
{
    const vi bound = vi_set(least);
    struct tally tally = {0, 0};
    for (int64_t from = 0; from < weights.size; from += STRETCH) {
        struct lane_sums sums = {vi_set(0), vi_set(0)};
        const int64_t end = at_most(weights.size, from + STRETCH);
        for (int64_t i = from; i < end; i += 16) {
            const vi w = vi_load(weights.of + i);
            tally.count += (uint64_t) __builtin_popcount(vi_at_least(w, bound));
            lane_sums_add(&sums, vi_keep_at_least(w, bound));
        }
        tally.sum += lane_sums_total(&sums);
    }
    return tally;
}

// --- cuts ---------------------------------------------------------------------------------------

// What stays: weights above `bound`, and those equal to it up to and with id `last_equal`.
struct cut {
    int32_t bound;
    int64_t last_equal;
    uint64_t sum; // of all that stay
};

enum goal { GOAL_COUNT, GOAL_SUM };

ALWAYS_INLINE uint64_t measure(struct tally tally, enum goal goal)
{
    return goal == GOAL_COUNT ? tally.count : tally.sum;
}

// Every weight is a float: between the bits of two positive floats lies a scale on which halving
// an interval halves it in the logarithm.
ALWAYS_INLINE uint32_t bits_of_float(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

ALWAYS_INLINE int32_t bound_of_bits(uint32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return (int32_t) ceilf(number);
}

// The weights in low..high, at `to`, which may be where they are already.
static struct weights narrow(struct weights weights, int32_t low, int32_t high, int32_t *to)
{
    int64_t count = 0;
    for (int64_t i = 0; i < weights.size; i += 16) {
        const vi w = vi_load(weights.of + i);
        const uint32_t inside = vi_at_least(w, vi_set(low)) & ~vi_at_least(w, vi_set(high + 1));
        count += vi_store_chosen(to + count, w, inside);
    }
    struct weights narrowed = {to, 0};
    close_gap(&narrowed, count);
    return narrowed;
}

// A search among weights narrows them when so many times fewer are in question.
enum { NARROW_BY = 16 };

// The largest bound for which the weights from it on reach the target, and what lies above it.
// Those from `low` on do reach it. Halves the interval; `few` is overwritten.
static int32_t find_bound(struct weights few, uint32_t low, enum goal goal, uint64_t target,
                          struct tally *above)
{
    uint32_t high = bits_of_float(WHOLE);
    struct tally dropped = {0, 0}, from_low = {(uint64_t) few.size, 0};
    *above = dropped;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        struct tally from_middle = tally_from(few, bound_of_bits(middle));
        from_middle.count += dropped.count;
        from_middle.sum += dropped.sum;
        if (measure(from_middle, goal) >= target) {
            low = middle;
            from_low = from_middle;
        } else {
            high = middle - 1;
            *above = from_middle;
        }
        const uint64_t left = from_low.count - above->count;
        if (left * NARROW_BY <= (uint64_t) few.size) {
            few = narrow(few, bound_of_bits(low), bound_of_bits(high), few.of);
            dropped = *above;
            if (left == 1) {
                return few.of[0];
            }
        }
    }
    return bound_of_bits(low);
}

// The id of the `number`th weight equal to `bound`, counted from 1.
static int64_t find_equal(struct weights weights, int32_t bound, uint64_t number)
{
    for (int64_t i = 0;; i += 16) {
        const vi w = vi_load(weights.of + i);
        uint32_t found = vi_at_least(w, vi_set(bound)) & ~vi_at_least(w, vi_set(bound + 1));
        const uint64_t count = (uint64_t) __builtin_popcount(found);
        if (count < number) {
            number -= count;
            continue;
        }
        for (; number > 1; number--) {
            found &= found - 1;
        }
        return i + __builtin_ctz(found);
    }
}

// The shortest prefix, by weight descending and then id ascending, that reaches the target: so many
// weights, or such a sum. Those among `few` from `low` on (bits of a float) reach it.
static struct cut cut_at(struct weights weights, struct weights few, uint32_t low, enum goal goal,
                         uint64_t target)
{
    struct tally above;
    const int32_t bound = find_bound(few, low, goal, target, &above);
    const uint64_t missing = target - measure(above, goal);
    const uint64_t equals =
        goal == GOAL_COUNT ? missing : (missing + (uint64_t) bound - 1) / (uint64_t) bound;
    return (struct cut){bound, find_equal(weights, bound, equals),
                        above.sum + equals * (uint64_t) bound};
}

// Applies top-k, then top-p.
static struct cut cut_weights(struct weights weights, struct weights few, uint64_t sum,
                              const struct draw *draw)
{
    const uint32_t one = bits_of_float(1.0f);
    struct cut cut = {1, weights.size, sum};
    if (draw->top_k > 0 && tally_from(few, 1).count > (uint64_t) draw->top_k) {
        cut = cut_at(weights, few, one, GOAL_COUNT, (uint64_t) draw->top_k);
        few = narrow(weights, cut.bound, WHOLE, few.of);
    }
    const uint64_t target = (uint64_t) ceil((double) draw->top_p * (double) cut.sum);
    if (target < cut.sum) {
        // As in least_that_matters, with the sum that is known now.
        const uint64_t needless = (cut.sum - target) / (uint64_t) weights.size;
        const uint32_t low = needless > 1 ? bits_of_float((float) needless) - 1 : one;
        cut = cut_at(weights, few, low, GOAL_SUM, target);
    }
    return cut;
}

// --- drawing ------------------------------------------------------------------------------------

enum { BLOCK_OF_IDS = 512 };

// What stays of first..end-1, a multiple of 16 long.
static uint64_t kept_sum(struct weights weights, struct cut cut, int64_t first, int64_t end)
{
    struct weights part = {weights.of + first, end - first};
    if (end - 1 <= cut.last_equal) {
        return tally_from(part, cut.bound).sum;
    }
    if (first > cut.last_equal) {
        return tally_from(part, cut.bound + 1).sum;
    }
    uint64_t sum = 0;
    for (int64_t id = first; id < end; id++) {
        const int32_t weight = weights.of[id];
        const bool stays = weight > cut.bound || (weight == cut.bound && id <= cut.last_equal);
        sum += stays ? (uint64_t) weight : 0;
    }
    return sum;
}

// The first id by which what stays sums up to more than `target`, which is below their sum.
static int32_t pick(struct weights weights, struct cut cut, uint64_t target)
{
    uint64_t left = target;
    int64_t step = BLOCK_OF_IDS, first = 0;
    while (true) {
        const int64_t end = at_most(first + step, weights.size);
        const uint64_t here = kept_sum(weights, cut, first, end);
        if (here <= left) {
            left -= here;
            first = end;
        } else if (step > 16) {
            step = 16;
        } else {
            break;
        }
    }
    for (int64_t id = first;; id++) {
        const int32_t weight = weights.of[id];
        const bool stays = weight > cut.bound || (weight == cut.bound && id <= cut.last_equal);
        if (stays && (uint64_t) weight > left) {
            return (int32_t) id;
        }
        left -= stays ? (uint64_t) weight : 0;
    }
}

// Draws a token; the weights and `few`, as large, are scratch.
static int32_t draw_token(const struct row *row, float max, const struct draw *draw,
                          struct weights weights, struct weights few)
{
    const uint64_t sum = weigh(row, max, draw, weights, &few);
    const struct cut cut = cut_weights(weights, few, sum, draw);
    const uint64_t word = philox_first_two_words(draw->seed, draw->position);
    const uint64_t target = (uint64_t) ((unsigned __int128) word * cut.sum >> 64);
    return pick(weights, cut, target);
}

#endif
