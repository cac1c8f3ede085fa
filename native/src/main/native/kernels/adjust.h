// What a request does to its logits before a token is chosen: biases, bans, penalties.
#ifndef TROUPE_ADJUST_H
#define TROUPE_ADJUST_H

#include "level.h"

// Tokens that were seen before this row's.
struct history {
    const int32_t *ids; // the prompt's, then those generated
    int64_t prompt;
    int64_t length;
};

ALWAYS_INLINE bool is_penalised(const struct draw *draw)
{
    return draw->repetition != 1.0f || draw->frequency != 0.0f || draw->presence != 0.0f;
}

ALWAYS_INLINE bool is_adjusted(const struct draw *draw)
{
    return draw->mode != DRAW_GIVEN
           && (draw->bias_count + draw->ban_count > 0 || is_penalised(draw));
}

ALWAYS_INLINE bool is_candidate(int32_t id, int64_t candidates)
{
    return id >= 0 && id < candidates;
}

static void add_biases(float *logits, int64_t candidates, const struct draw *draw)
{
    for (int32_t i = 0; i < draw->bias_count + draw->ban_count; i++) {
        const struct bias entry = draw->biases[i];
        if (is_candidate(entry.id, candidates)) {
            const bool banned = i >= draw->bias_count;
            logits[entry.id] = banned ? -__builtin_inff() : logits[entry.id] + entry.bias;
        }
    }
}

ALWAYS_INLINE float penalised(float logit, const struct draw *draw, int32_t count)
{
    const float repeated = logit > 0.0f ? logit / draw->repetition : logit * draw->repetition;
    if (count == 0) {
        return repeated;
    }
    return repeated - draw->frequency * (float) count - draw->presence;
}

// `counts` has room for one number per candidate and may hold anything: the first walk clears what
// the others use, so that the cost is the history's length, never the vocabulary's.
static void add_penalties(float *logits, int64_t candidates, const struct draw *draw,
                          struct history history, int32_t *counts)
{
    enum { DONE = -1 };
    for (int64_t i = 0; i < history.length; i++) {
        if (is_candidate(history.ids[i], candidates)) {
            counts[history.ids[i]] = 0;
        }
    }
    for (int64_t i = history.prompt; i < history.length; i++) {
        if (is_candidate(history.ids[i], candidates)) {
            counts[history.ids[i]]++;
        }
    }
    for (int64_t i = 0; i < history.length; i++) {
        const int32_t id = history.ids[i];
        if (is_candidate(id, candidates) && counts[id] != DONE) {
            logits[id] = penalised(logits[id], draw, counts[id]);
            counts[id] = DONE;
        }
    }
}

#endif
