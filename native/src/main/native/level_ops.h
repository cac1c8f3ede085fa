// The table of one level: an entry per op. Each level compiles kernels/ once, with its own flags
// and its own vector header, and defines one such table.
#ifndef TROUPE_LEVEL_OPS_H
#define TROUPE_LEVEL_OPS_H

#include "args.h"
#include "op_list.h"
#include "status.h"

struct device;

struct level_ops {
#define LEVEL_OP(op) enum status (*op)(const struct device *, const struct op##_args *);
    TROUPE_OPS(LEVEL_OP)
#undef LEVEL_OP
    // Scratch that an op needs at most; see dev.troupe.kernel.Kernels.
    int64_t (*attend_scratch_bytes)(const struct device *, const struct attention_shape *,
                                    int64_t rows, int64_t positions);
    int64_t (*sample_scratch_bytes)(const struct device *, int64_t candidates, int64_t rows);
};

// Order of dev.troupe.kernel.cpu.Level, best first.
#define TROUPE_LEVELS(LEVEL)                                                                       \
    LEVEL(avx512)                                                                                  \
    LEVEL(avx2)                                                                                    \
    LEVEL(generic)

#define LEVEL_TABLE(level) extern const struct level_ops level_ops_##level;
TROUPE_LEVELS(LEVEL_TABLE)
#undef LEVEL_TABLE

#endif
