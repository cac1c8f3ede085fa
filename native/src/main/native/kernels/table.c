// The table of this level.
#include "level.h"

#define DECLARE_OP(op) enum status L(op)(const struct device *, const struct op##_args *);
TROUPE_OPS(DECLARE_OP)
int64_t L(attend_scratch_bytes)(const struct device *, const struct attention_shape *, int64_t,
                                int64_t);
int64_t L(sample_scratch_bytes)(const struct device *, int64_t, int64_t);

const struct level_ops L(level_ops) = {
#define TABLE_OP(op) .op = L(op),
    TROUPE_OPS(TABLE_OP)
    .attend_scratch_bytes = L(attend_scratch_bytes),
    .sample_scratch_bytes = L(sample_scratch_bytes),
};
