// Passes over one row of logits.
#ifndef TROUPE_LOGITS_H
#define TROUPE_LOGITS_H

#include "exp.h"

struct row {
    const float *logits;
    int64_t candidates;
};

ALWAYS_INLINE vf load_logits(const struct row *row, int64_t id, int lanes)
{
    return lanes == 16 ? vf_load(row->logits + id) : vf_load_first(row->logits + id, lanes);
}

// The largest logit, +0 where -0 and +0 tie; -infinity when there is nothing else; NaN when the row
// cannot be believed: NaN or +infinity in it.
static float find_max(const struct row *row)
{
    const float lowest = -__builtin_inff();
    vf max = vf_set(lowest);
    bool broken = false;
    for (int64_t id = 0; id < row->candidates; id += 16) {
        const int lanes = (int) at_most(row->candidates - id, 16);
        const vf x = vf_keep_first(load_logits(row, id, lanes), lanes, vf_set(lowest));
        broken |= vf_any_nan_or_infinity(x);
        max = vf_max_but_nan(x, max);
    }
    return broken ? __builtin_nanf("") : vf_largest(max) + 0.0f;
}

// The sum of exp(logit - max), in 16 lanes by id and the tree.
static float sum_exponentials(const struct row *row, float max)
{
    vf sum = vf_zero();
    for (int64_t id = 0; id < row->candidates; id += 16) {
        const int lanes = (int) at_most(row->candidates - id, 16);
        const vf x = vf_sub(load_logits(row, id, lanes), vf_set(max));
        sum = vf_add(sum, vf_keep_first(vf_exp(x), lanes, vf_zero()));
    }
    return vf_tree(sum);
}

// The lowest id whose logit is `max`.
static int32_t first_largest(const struct row *row, float max)
{
    const vf infinity = vf_set(__builtin_inff());
    for (int64_t id = 0;; id += 16) {
        const int lanes = (int) at_most(row->candidates - id, 16);
        const vf x = vf_keep_first(load_logits(row, id, lanes), lanes, infinity);
        const uint32_t found = vf_between(x, vf_set(max), infinity);
        if (found != 0) {
            return (int32_t) id + __builtin_ctz(found);
        }
    }
}

// Takes an id that comes after all that are listed; it belongs behind all that are not smaller.
static void insert_best(struct choice *choice, int32_t wanted, struct candidate next)
{
    int32_t place = choice->top_count < wanted ? choice->top_count++ : wanted - 1;
    for (; place > 0 && choice->top[place - 1].logit < next.logit; place--) {
        choice->top[place] = choice->top[place - 1];
    }
    choice->top[place] = next;
}

// The `wanted` best of the row, by logit descending, then id ascending.
static void list_best(const struct row *row, int32_t wanted, struct choice *choice)
{
    const int32_t most = (int32_t) at_most(wanted, row->candidates);
    int64_t id = 0;
    for (; id < most; id++) {
        insert_best(choice, most, (struct candidate){(int32_t) id, row->logits[id]});
    }
    if (most == 0) {
        return;
    }
    const vf infinity = vf_set(__builtin_inff());
    for (; id < row->candidates; id += 16) {
        const int lanes = (int) at_most(row->candidates - id, 16);
        const vf x = vf_keep_first(load_logits(row, id, lanes), lanes, infinity);
        uint32_t found = vf_between(x, vf_set(choice->top[most - 1].logit), infinity);
        for (; found != 0; found &= found - 1) {
            const int32_t at = (int32_t) id + __builtin_ctz(found);
            if (row->logits[at] > choice->top[most - 1].logit) {
                insert_best(choice, most, (struct candidate){at, row->logits[at]});
            }
        }
    }
}

#endif
