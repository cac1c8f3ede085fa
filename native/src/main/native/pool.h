// Threads that share the work of one op.
//
// The caller publishes a number of units and takes part itself. Whoever is free claims the next
// few units from one atomic counter; which thread computes a unit never changes its bits. Workers
// that find nothing spin for a moment (the next op of a step comes within microseconds), then
// yield (so that a stolen core is not held), then park on a futex until the next step.
#ifndef TROUPE_POOL_H
#define TROUPE_POOL_H

#include <stdint.h>

#include "status.h"

struct pool;

// Computes units first..first+count-1. `worker` is 0 for the caller, below the thread count.
typedef void (*work_function)(void *context, int64_t first, int64_t count, int worker);

// How many units a claim takes: a multiple of `preferred`, at most `largest`; near the end, where
// that would leave a thread idle, a multiple of `smallest`.
struct claim_sizes {
    int32_t smallest;
    int32_t preferred;
    int32_t largest;
};

enum status pool_open(int threads, struct pool **out);
void pool_close(struct pool *pool);
int pool_threads(const struct pool *pool);

// Where the pool counts the nanoseconds that its caller, done with its own part, waited for the
// others. Changes during pool_run only, on the caller's thread.
const int64_t *pool_waited_nanos(const struct pool *pool);

// Runs all units and returns when they are done. One caller at a time.
enum status pool_run(struct pool *pool, int64_t units, struct claim_sizes sizes,
                     work_function work, void *context);

#endif
