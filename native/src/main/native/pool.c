#define _GNU_SOURCE
#include "pool.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "fp_state.h"

// The gaps between the ops of a step are a few microseconds; the gaps between steps are longer.
enum { SPIN_NANOS = 40 * 1000, YIELD_NANOS = 160 * 1000, PAUSES_PER_LOOK = 16 };
enum { WORKER_STACK_BYTES = 1 << 20, CACHE_LINE = 64 };

// `state` holds a generation (40 bits) and the units left (24 bits) in one word, so that a late
// worker cannot claim from a job that is not the one whose fields it read: its compare-and-swap
// fails as soon as the generation has moved on.
enum { UNITS_BITS = 24 };
#define UNITS_MASK ((UINT64_C(1) << UNITS_BITS) - 1)

struct worker {
    struct pool *pool;
    pthread_t thread;
    int index;
};

struct pool {
    _Alignas(CACHE_LINE) _Atomic uint64_t state;
    // The job. Written before its generation is published, read before a claim confirms it.
    _Atomic(work_function) work;
    _Atomic(void *) context;
    _Atomic int64_t units;
    _Atomic(int32_t) smallest, preferred, largest;

    _Alignas(CACHE_LINE) _Atomic int64_t done; // units that are computed
    _Alignas(CACHE_LINE) _Atomic uint32_t epoch; // futex word: changes with each job
    _Atomic uint32_t parked;
    _Atomic bool stopping;
    _Atomic int started; // workers whose floating-point state holds
    _Atomic int failed;  // workers whose state does not

    int threads;
    int64_t waited_nanos; // the caller's own
    struct worker *workers; // threads - 1
};

static void futex_wait(_Atomic uint32_t *word, uint32_t expected)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, NULL, NULL, 0);
}

static void futex_wake_all(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

static int64_t now_nanos(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t) now.tv_sec * 1000000000 + now.tv_nsec;
}

static void spin_briefly(void)
{
    for (int i = 0; i < PAUSES_PER_LOOK; i++) {
        _mm_pause();
    }
}

static int64_t round_down(int64_t value, int64_t step)
{
    return value - value % step;
}

// Half of a fair share of what is left, so that the threads finish together.
static int64_t claim_size(const struct pool *pool, int64_t left)
{
    const int64_t smallest = atomic_load_explicit(&pool->smallest, memory_order_relaxed);
    const int64_t preferred = atomic_load_explicit(&pool->preferred, memory_order_relaxed);
    const int64_t largest = atomic_load_explicit(&pool->largest, memory_order_relaxed);
    int64_t size = pool->threads == 1 ? left : left / (2 * pool->threads);
    if (size > largest && pool->threads > 1) {
        size = largest;
    }
    size = size >= preferred ? round_down(size, preferred) : round_down(size, smallest);
    if (size < smallest) {
        size = smallest;
    }
    return size < left ? size : left;
}

// Claims and computes until nothing is left of the current job.
static void work_on(struct pool *pool, int worker)
{
    int64_t computed = 0;
    uint64_t state = atomic_load_explicit(&pool->state, memory_order_acquire);
    while ((state & UNITS_MASK) != 0) {
        const int64_t left = (int64_t) (state & UNITS_MASK);
        const work_function work = atomic_load_explicit(&pool->work, memory_order_relaxed);
        void *context = atomic_load_explicit(&pool->context, memory_order_relaxed);
        const int64_t units = atomic_load_explicit(&pool->units, memory_order_relaxed);
        const int64_t size = claim_size(pool, left);
        if (atomic_compare_exchange_weak_explicit(&pool->state, &state, state - (uint64_t) size,
                                                  memory_order_acq_rel, memory_order_acquire)) {
            work(context, units - left, size, worker);
            computed += size;
            state = atomic_load_explicit(&pool->state, memory_order_acquire);
            // The job cannot end before these units are counted, so it is still the same one.
        }
    }
    if (computed != 0) {
        atomic_fetch_add_explicit(&pool->done, computed, memory_order_release);
    }
}

// Returns when the epoch is no longer `seen`.
static void wait_for_job(struct pool *pool, uint32_t seen)
{
    const int64_t start = now_nanos();
    for (;;) {
        if (atomic_load_explicit(&pool->epoch, memory_order_acquire) != seen) {
            return;
        }
        const int64_t waited = now_nanos() - start;
        if (waited < SPIN_NANOS) {
            spin_briefly();
        } else if (waited < YIELD_NANOS) {
            sched_yield();
        } else {
            // Sequentially consistent against pool_run, which moves the epoch and then looks
            // whether anybody is parked.
            atomic_fetch_add(&pool->parked, 1);
            if (atomic_load(&pool->epoch) == seen) {
                futex_wait(&pool->epoch, seen);
            }
            atomic_fetch_sub(&pool->parked, 1);
        }
    }
}

static void *worker_main(void *argument)
{
    struct worker *self = argument;
    struct pool *pool = self->pool;
    char name[16];
    snprintf(name, sizeof name, "troupe-cpu-%d", self->index % 1000);
    pthread_setname_np(pthread_self(), name);
    (void) fp_state_enter();
    atomic_fetch_add(fp_state_holds() ? &pool->started : &pool->failed, 1);
    uint32_t seen = 0;
    for (;;) {
        wait_for_job(pool, seen);
        seen = atomic_load_explicit(&pool->epoch, memory_order_acquire);
        if (atomic_load(&pool->stopping)) {
            return NULL;
        }
        work_on(pool, self->index);
    }
}

static void publish_epoch(struct pool *pool)
{
    atomic_fetch_add(&pool->epoch, 1);
    if (atomic_load(&pool->parked) != 0) {
        futex_wake_all(&pool->epoch);
    }
}

// The last units of a job are computed elsewhere: a few microseconds, or as long as the other
// core is stolen.
static void wait_until_done(struct pool *pool, int64_t units)
{
    if (atomic_load_explicit(&pool->done, memory_order_acquire) == units) {
        return;
    }
    const int64_t start = now_nanos();
    int64_t now = start;
    while (atomic_load_explicit(&pool->done, memory_order_acquire) != units) {
        if (now - start < SPIN_NANOS) {
            spin_briefly();
        } else {
            sched_yield();
        }
        now = now_nanos();
    }
    pool->waited_nanos += now - start;
}

enum status pool_run(struct pool *pool, int64_t units, struct claim_sizes sizes,
                     work_function work, void *context)
{
    if (pool->threads == 1 || units <= sizes.smallest) {
        if (units > 0) {
            work(context, 0, units, 0);
        }
        return STATUS_OK;
    }
    if ((uint64_t) units > UNITS_MASK) {
        return STATUS_TOO_MANY_ROWS;
    }
    atomic_store_explicit(&pool->work, work, memory_order_relaxed);
    atomic_store_explicit(&pool->context, context, memory_order_relaxed);
    atomic_store_explicit(&pool->units, units, memory_order_relaxed);
    atomic_store_explicit(&pool->smallest, sizes.smallest, memory_order_relaxed);
    atomic_store_explicit(&pool->preferred, sizes.preferred, memory_order_relaxed);
    atomic_store_explicit(&pool->largest, sizes.largest, memory_order_relaxed);
    atomic_store_explicit(&pool->done, 0, memory_order_relaxed);
    const uint64_t generation =
        (atomic_load_explicit(&pool->state, memory_order_relaxed) >> UNITS_BITS) + 1;
    atomic_store(&pool->state, generation << UNITS_BITS | (uint64_t) units);
    publish_epoch(pool);
    work_on(pool, 0);
    wait_until_done(pool, units);
    return STATUS_OK;
}

// JVM signal handlers must not run on a thread that the JVM does not know.
static int start_worker(struct worker *worker)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, WORKER_STACK_BYTES);
    const int error = pthread_create(&worker->thread, &attributes, worker_main, worker);
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

static void stop_workers(struct pool *pool, int count)
{
    atomic_store(&pool->stopping, true);
    publish_epoch(pool);
    for (int i = 0; i < count; i++) {
        pthread_join(pool->workers[i].thread, NULL);
    }
}

static void free_pool(struct pool *pool)
{
    free(pool->workers);
    free(pool);
}

static enum status start_workers(struct pool *pool)
{
    const int count = pool->threads - 1;
    for (int i = 0; i < count; i++) {
        pool->workers[i] = (struct worker){.pool = pool, .index = i + 1};
        if (start_worker(&pool->workers[i]) != 0) {
            stop_workers(pool, i);
            return STATUS_NO_THREAD;
        }
    }
    while (atomic_load(&pool->started) + atomic_load(&pool->failed) < count) {
        sched_yield();
    }
    if (atomic_load(&pool->failed) != 0) {
        stop_workers(pool, count);
        return STATUS_FLOATING_POINT_STATE;
    }
    return STATUS_OK;
}

enum status pool_open(int threads, struct pool **out)
{
    struct pool *pool = aligned_alloc(CACHE_LINE, sizeof *pool);
    if (pool == NULL) {
        return STATUS_NO_MEMORY;
    }
    *pool = (struct pool){.threads = threads};
    pool->workers = calloc((size_t) threads, sizeof *pool->workers);
    if (pool->workers == NULL) {
        free_pool(pool);
        return STATUS_NO_MEMORY;
    }
    const enum status status = start_workers(pool);
    if (status != STATUS_OK) {
        free_pool(pool);
        return status;
    }
    *out = pool;
    return STATUS_OK;
}

void pool_close(struct pool *pool)
{
    stop_workers(pool, pool->threads - 1);
    free_pool(pool);
}

const int64_t *pool_waited_nanos(const struct pool *pool)
{
    return &pool->waited_nanos;
}

int pool_threads(const struct pool *pool)
{
    return pool->threads;
}
