// Rounding and denormal handling of the calling thread: the numerics class wants round to nearest
// even, denormals kept, and no exception trapped.
#ifndef TROUPE_FP_STATE_H
#define TROUPE_FP_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <xmmintrin.h>

#define FP_STATE_WANTED 0x1f80u
// The low six bits are sticky flags of past exceptions; they change no result.
#define FP_STATE_MASK 0xffc0u

// Makes the thread's state the wanted one and returns what it was.
static inline uint32_t fp_state_enter(void)
{
    const uint32_t found = _mm_getcsr();
    if ((found & FP_STATE_MASK) != FP_STATE_WANTED) {
        _mm_setcsr(FP_STATE_WANTED);
    }
    return found;
}

static inline void fp_state_leave(uint32_t found)
{
    if ((found & FP_STATE_MASK) != FP_STATE_WANTED) {
        _mm_setcsr(found);
    }
}

// Whether arithmetic really behaves: a tie rounds to even in both directions, and a denormal
// survives.
static inline bool fp_state_holds(void)
{
    volatile float one = 1.0f, half_ulp = 0x1p-24f, three_half_ulps = 0x1.8p-23f;
    volatile float denormal = 0x1p-140f, half = 0.5f;
    return one + half_ulp == 1.0f && one + three_half_ulps == 1.0f + 0x1p-22f
           && denormal * half == 0x1p-141f;
}

#endif
