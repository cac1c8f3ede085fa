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
    int bands;       // how many bands are collected so far
};

// Distances from the maximum at which bands end; the last band takes all that is left.
static const float BAND_ENDS[] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32, 64};
enum { BANDS = sizeof BAND_ENDS / sizeof BAND_ENDS[0] + 1 };

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

// Appends the ids with low <= logit < high, ascending.
static void collect(struct candidates *candidates, float low, float high)
{
    const vf from = vf_set(low), to = vf_set(high);
    int64_t count = candidates->count;
    for (int64_t id = 0; id < candidates->vocabulary_size; id += 16) {
        const int lanes = (int) at_most(candidates->vocabulary_size - id, 16);
        const vf x = vf_load_first(candidates->logits + id, lanes);
        uint32_t found = vf_between(x, from, to) & (uint32_t) ((1ull << lanes) - 1);
        for (; found != 0; found &= found - 1) {
            const int64_t at = id + __builtin_ctz(found);
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

// One stable pass by the byte at `shift`.
static void sort_by_byte(const uint64_t *from, uint64_t *to, int64_t count, int shift)
{
    uint32_t place[256] = {0};
    for (int64_t i = 0; i < count; i++) {
        place[from[i] >> shift & 255]++;
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
}

// The keys come in ascending id, so four stable passes over the rank are enough.
static void sort_keys(uint64_t *keys, uint64_t *spare, int64_t count)
{
    if (count <= 32) {
        sort_few(keys, count);
        return;
    }
    sort_by_byte(keys, spare, count, 32);
    sort_by_byte(spare, keys, count, 40);
    sort_by_byte(keys, spare, count, 48);
    sort_by_byte(spare, keys, count, 56);
}

static void add_band(struct candidates *candidates)
{
    const int band = candidates->bands++;
    const float infinity = __builtin_inff();
    const float low = band + 1 < BANDS ? candidates->max - BAND_ENDS[band] : -infinity;
    const float high = band > 0 ? candidates->max - BAND_ENDS[band - 1] : infinity;
    const int64_t before = candidates->count;
    collect(candidates, low, high);
    sort_keys(candidates->keys + before, candidates->spare, candidates->count - before);
}

// Whether there is a candidate at `place`; brings it in order if need be.
ALWAYS_INLINE bool has_candidate(struct candidates *candidates, int64_t place)
{
    while (place >= candidates->count && candidates->bands < BANDS) {
        add_band(candidates);
    }
    return place < candidates->count;
}

#endif
