// The ids of one row of logits in the order of candidates (logit descending, id ascending), made
// only as far as somebody looks: bands of logits below the maximum are collected and sorted one
// after the other. A draw rarely looks further than a few hundred of 50,000.
#ifndef TROUPE_CANDIDATES_H
#define TROUPE_CANDIDATES_H

#include "level.h"

struct candidates {
    const float *logits;
    int64_t vocabulary_size;
    float max;
    uint64_t *keys;  // [count] in order: rank of the logit above, id below
    uint64_t *spare; // [vocabulary_size], for sorting
    int64_t count;   // how many are in order so far
    float low;       // logits from here on are in order; -infinity when all are
    float width;     // of the next band
};

// A band costs a pass over all logits, as much as sorting some hundred candidates: the next band
// is wider after one that held fewer than FEW_CANDIDATES and narrower after more than MANY.
#define FIRST_BAND 1.0f
#define BAND_STEP 1.5f
enum { FEW_CANDIDATES = 100, MANY_CANDIDATES = 800 };
// Beyond this distance from the maximum one band takes all that is left.
#define LAST_BAND 40.0f

static struct candidates candidates_of(const float *logits, int64_t vocabulary_size, float max,
                                       uint64_t *keys, uint64_t *spare)
{
    return (struct candidates){
        logits, vocabulary_size, max, keys, spare, 0, __builtin_inff(), FIRST_BAND};
}

// Smaller for larger logits; -0 and +0 are equal.
ALWAYS_INLINE uint32_t rank_of(float logit)
{
    const float number = logit + 0.0f;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    const uint32_t ascending = bits >> 31 != 0 ? ~bits : bits | 0x80000000u;
    return ~ascending;
}

ALWAYS_INLINE int32_t id_at(const struct candidates *candidates, int64_t place)
{
    return (int32_t) (uint32_t) candidates->keys[place];
}

// Which of the ids first..first+63 have low <= logit < high, as bits.
ALWAYS_INLINE uint64_t find_64(const struct candidates *candidates, int64_t first, vf low, vf high)
{
    uint64_t found = 0;
    for (int part = 0; part < 4; part++) {
        const int64_t id = first + part * 16;
        const int lanes = (int) at_most(candidates->vocabulary_size - id, 16);
        if (lanes < 16) {
            const vf rest = vf_load_first(candidates->logits + id, lanes > 0 ? lanes : 0);
            const uint64_t mask = lanes > 0 ? (1u << lanes) - 1 : 0;
            found |= (vf_between(rest, low, high) & mask) << part * 16;
        } else {
            const vf x = vf_load(candidates->logits + id);
            found |= (uint64_t) vf_between(x, low, high) << part * 16;
        }
    }
    return found;
}

// Appends the ids with low <= logit < high, ascending.
static void collect(struct candidates *candidates, float low, float high)
{
    const vf from = vf_set(low), to = vf_set(high);
    int64_t count = candidates->count;
    for (int64_t id = 0; id < candidates->vocabulary_size; id += 64) {
        for (uint64_t found = find_64(candidates, id, from, to); found != 0; found &= found - 1) {
            const int64_t at = id + __builtin_ctzll(found);
            candidates->keys[count++] =
                (uint64_t) rank_of(candidates->logits[at]) << 32 | (uint32_t) at;
        }
    }
    candidates->count = count;
}

static void sort_few(uint64_t *keys, int64_t count)
{
    for (int64_t i = 1; i < count; i++) {
        const uint64_t key = keys[i];
        int64_t at = i;
        for (; at > 0 && keys[at - 1] > key; at--) {
            keys[at] = keys[at - 1];
        }
        keys[at] = key;
    }
}

// One stable pass by the byte at `shift`; false, and nothing done, when all have the same byte.
static bool sort_by_byte(const uint64_t *from, uint64_t *to, int64_t count, int shift)
{
    uint32_t place[256] = {0};
    for (int64_t i = 0; i < count; i++) {
        place[from[i] >> shift & 255]++;
    }
    if (place[from[0] >> shift & 255] == (uint64_t) count) {
        return false;
    }
    uint32_t start = 0;
    for (int i = 0; i < 256; i++) {
        const uint32_t here = place[i];
        place[i] = start;
        start += here;
    }
    for (int64_t i = 0; i < count; i++) {
        to[place[from[i] >> shift & 255]++] = from[i];
    }
    return true;
}

// The keys come in ascending id, so stable passes over the rank's bytes are enough.
static void sort_keys(uint64_t *keys, uint64_t *spare, int64_t count)
{
    if (count <= 32) {
        sort_few(keys, count);
        return;
    }
    uint64_t *from = keys, *to = spare;
    for (int shift = 32; shift < 64; shift += 8) {
        if (sort_by_byte(from, to, count, shift)) {
            uint64_t *swap = from;
            from = to;
            to = swap;
        }
    }
    if (from != keys) {
        memcpy(keys, from, (size_t) count * sizeof *keys);
    }
}

// Brings the candidates of the next band in order.
static void add_band(struct candidates *candidates)
{
    const float high = candidates->low, top = candidates->max;
    const float end = (high < top ? high : top) - candidates->width;
    candidates->low = end > top - LAST_BAND && end < high ? end : -__builtin_inff();
    const int64_t before = candidates->count;
    collect(candidates, candidates->low, high);
    const int64_t found = candidates->count - before;
    sort_keys(candidates->keys + before, candidates->spare, found);
    if (found < FEW_CANDIDATES) {
        candidates->width *= BAND_STEP;
    } else if (found > MANY_CANDIDATES) {
        candidates->width /= BAND_STEP;
    }
}

// Whether there is a candidate at `place`; brings it in order if need be.
ALWAYS_INLINE bool has_candidate(struct candidates *candidates, int64_t place)
{
    while (place >= candidates->count && candidates->low != -__builtin_inff()) {
        add_band(candidates);
    }
    return place < candidates->count;
}

#endif
