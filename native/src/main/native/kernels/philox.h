// Philox-4x32-10, the counter-based generator of Salmon et al. (2011): a token's draw depends on
// the seed and its position alone, never on how it was reached.
#ifndef TROUPE_PHILOX_H
#define TROUPE_PHILOX_H

#include <stdint.h>

// The first two words, the first one on top, for key (seed) and counter (position, 0).
static inline uint64_t philox_first_two_words(uint64_t seed, uint64_t position)
{
    uint32_t key0 = (uint32_t) seed, key1 = (uint32_t) (seed >> 32);
    uint32_t c0 = (uint32_t) position, c1 = (uint32_t) (position >> 32), c2 = 0, c3 = 0;
    for (int round = 0; round < 10; round++) {
        const uint64_t product0 = (uint64_t) 0xD2511F53u * c0;
        const uint64_t product1 = (uint64_t) 0xCD9E8D57u * c2;
        c0 = (uint32_t) (product1 >> 32) ^ c1 ^ key0;
        c1 = (uint32_t) product1;
        c2 = (uint32_t) (product0 >> 32) ^ c3 ^ key1;
        c3 = (uint32_t) product0;
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return (uint64_t) c0 << 32 | c1;
}

#endif
