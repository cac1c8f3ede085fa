// What this machine can do at most, measured: the bandwidth of reading memory and the rate of
// 8-bit dot products. Benchmarks print their results as shares of these.

#define _GNU_SOURCE
#include <immintrin.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "export.h"


enum { MAX_THREADS = 256, ACCUMULATORS = 12, STREAMS = 4, LINE = 64, AHEAD = 2048 };

struct share {
    const char *bytes;
    int64_t count;
    double seconds;
    int64_t sink;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

// Reads four streams at once and ahead, as the kernels do; -O3 makes vectors of it.
static void *read_share(void *argument)
{
    struct share *share = argument;
    const int64_t *words = (const int64_t *) share->bytes;
    int64_t quarter = share->count / STREAMS / (int64_t) sizeof(int64_t);
    int64_t sums[STREAMS][LINE / sizeof(int64_t)] = {{0}};
    double begin = now();
    for (int64_t i = 0; i < quarter; i += LINE / (int64_t) sizeof(int64_t)) {
        for (int stream = 0; stream < STREAMS; stream++) {
            __builtin_prefetch(&words[stream * quarter + i + AHEAD / (int64_t) sizeof(int64_t)]);
            for (int lane = 0; lane < (int) (LINE / sizeof(int64_t)); lane++) {
                sums[stream][lane] ^= words[stream * quarter + i + lane];
            }
        }
    }
    share->seconds = now() - begin;
    for (int stream = 0; stream < STREAMS; stream++) {
        for (int lane = 0; lane < (int) (LINE / sizeof(int64_t)); lane++) {
            share->sink ^= sums[stream][lane];
        }
    }
    return NULL;
}

// Sums in named variables: gcc would store the elements of an array after every dot product.
#define SUMS(DO)                                                                                   \
    DO(sum0) DO(sum1) DO(sum2) DO(sum3) DO(sum4) DO(sum5)                                          \
    DO(sum6) DO(sum7) DO(sum8) DO(sum9) DO(sum10) DO(sum11)

__attribute__((target("avx512f,avx512vnni"))) static void *dot_share_512(void *argument)
{
    struct share *share = argument;
    const __m512i left = _mm512_set1_epi8(1), right = left;
#define ZERO(sum) __m512i sum = _mm512_setzero_si512();
    SUMS(ZERO)
#undef ZERO
    double begin = now();
#define DOT(sum) __asm__ volatile("vpdpbusd %1, %2, %0" : "+v"(sum) : "v"(left), "v"(right));
    for (int64_t i = 0; i < share->count; i++) {
        SUMS(DOT)
    }
#undef DOT
    share->seconds = now() - begin;
#define KEEP(sum) share->sink += _mm512_reduce_add_epi32(sum);
    SUMS(KEEP)
#undef KEEP
    return NULL;
}

// The same in vectors of 256 bits, for processors with AVX-VNNI alone.
__attribute__((target("avx2,avxvnni"))) static void *dot_share_256(void *argument)
{
    struct share *share = argument;
    const __m256i left = _mm256_set1_epi8(1), right = left;
#define ZERO(sum) __m256i sum = _mm256_setzero_si256();
    SUMS(ZERO)
#undef ZERO
    double begin = now();
#define DOT(sum) __asm__ volatile("%{vex%} vpdpbusd %1, %2, %0" : "+x"(sum) : "x"(left), "x"(right));
    for (int64_t i = 0; i < share->count; i++) {
        SUMS(DOT)
    }
#undef DOT
    share->seconds = now() - begin;
#define KEEP(sum) share->sink += _mm256_extract_epi32(sum, 0);
    SUMS(KEEP)
#undef KEEP
    return NULL;
}

// Runs `work` on all threads, the caller's included; the slowest one's seconds, or a negative
// number when a thread could not be started.
static double run_together(void *(*work)(void *), struct share *shares, int threads)
{
    pthread_t handles[MAX_THREADS];
    int started = 1;
    while (started < threads
           && pthread_create(&handles[started], NULL, work, &shares[started]) == 0) {
        started++;
    }
    work(&shares[0]);
    double slowest = shares[0].seconds;
    for (int i = 1; i < started; i++) {
        pthread_join(handles[i], NULL);
        slowest = shares[i].seconds > slowest ? shares[i].seconds : slowest;
    }
    return started == threads ? slowest : -1.0;
}

// Bytes per second of the best of `repeats` passes over `bytes` of anonymous memory; negative
// when memory or threads are missing.
EXPORT double troupe_probe_read_rate(int64_t bytes, int32_t threads, int32_t repeats)
{
    if (threads < 1 || threads > MAX_THREADS) {
        return -1.0;
    }
    int64_t part = bytes / threads / (STREAMS * LINE) * (STREAMS * LINE);
    size_t size = (size_t) (part * threads);
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        return -1.0;
    }
    madvise(memory, size, MADV_HUGEPAGE);
    memset(memory, 1, size);
    double best = -1.0;
    for (int repeat = 0; repeat < repeats; repeat++) {
        struct share shares[MAX_THREADS] = {{0}};
        for (int i = 0; i < threads; i++) {
            shares[i] = (struct share){.bytes = memory + i * part, .count = part};
        }
        double seconds = run_together(read_share, shares, threads);
        if (seconds <= 0) {
            break;
        }
        double rate = (double) (part * threads) / seconds;
        best = rate > best ? rate : best;
    }
    munmap(memory, size);
    return best;
}

// The widest dot product of bytes that this CPU has.
struct dot_kind {
    void *(*work)(void *);
    int macs;
};

static struct dot_kind dot_kind(void)
{
    if (__builtin_cpu_supports("avx512vnni")) {
        return (struct dot_kind){dot_share_512, 64};
    }
    if (__builtin_cpu_supports("avxvnni")) {
        return (struct dot_kind){dot_share_256, 32};
    }
    return (struct dot_kind){NULL, 0};
}

// Multiply-adds of 8-bit numbers per second, best of `repeats`; negative when this CPU has no
// such instruction or threads are missing.
EXPORT double troupe_probe_dot_rate(int64_t iterations, int32_t threads, int32_t repeats)
{
    const struct dot_kind kind = dot_kind();
    if (threads < 1 || threads > MAX_THREADS || kind.work == NULL) {
        return -1.0;
    }
    double best = -1.0;
    for (int repeat = 0; repeat < repeats; repeat++) {
        struct share shares[MAX_THREADS] = {{0}};
        for (int i = 0; i < threads; i++) {
            shares[i] = (struct share){.count = iterations};
        }
        double seconds = run_together(kind.work, shares, threads);
        if (seconds <= 0) {
            break;
        }
        double macs = (double) iterations * ACCUMULATORS * kind.macs * threads;
        best = macs / seconds > best ? macs / seconds : best;
    }
    return best;
}
