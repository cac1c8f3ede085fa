// A device: one pool of threads and the ops of one level.
#ifndef TROUPE_DEVICE_H
#define TROUPE_DEVICE_H

#include <stdbool.h>

#include "level_ops.h"
#include "pool.h"

// Faults that a test may ask for when it opens a device; order of dev.troupe.kernel.cpu.FaultPoint.
enum fault_point {
    FAULT_SUM_ORDER_BY_BATCH = 1 << 0,
    FAULT_PENALTIES_BY_BATCH = 1 << 1,
};

struct device {
    struct pool *pool;
    const struct level_ops *level;
    uint32_t faults;
    bool dot; // the processor has dot products of bytes in vectors of 256 bits
};

#endif
