// What makes one source file serve every level: names that carry the level, and the level's
// vectors. The Makefile defines LEVEL and VEC_HEADER for each level that it compiles.
#ifndef TROUPE_LEVEL_H
#define TROUPE_LEVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../device.h"

#define LEVEL_PASTE_(name, level) name##_##level
#define LEVEL_PASTE(name, level) LEVEL_PASTE_(name, level)
// The level's own version of a name that other files see: L(linear) is linear_avx512.
#define L(name) LEVEL_PASTE(name, LEVEL)

#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define NEVER_INLINE static __attribute__((noinline))

#include VEC_HEADER

// Tiles keep their accumulators in registers, which takes loops without a counter.
#if VEC_REGISTERS > 0
#define UNROLL _Pragma("GCC unroll 32")
#else
#define UNROLL
#endif

ALWAYS_INLINE int64_t at_most(int64_t value, int64_t limit)
{
    return value < limit ? value : limit;
}

ALWAYS_INLINE int64_t ceil_div(int64_t value, int64_t divisor)
{
    return (value + divisor - 1) / divisor;
}

#endif
