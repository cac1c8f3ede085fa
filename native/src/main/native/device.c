// The door of the library: open a device at one level, call its ops, close it.
#include "device.h"

#include <stdlib.h>

#include "export.h"
#include "cpu_features.h"
#include "fp_state.h"

static const struct level_ops *const levels[] = {
#define LEVEL_ENTRY(level) &level_ops_##level,
    TROUPE_LEVELS(LEVEL_ENTRY)
#undef LEVEL_ENTRY
};

enum { LEVEL_COUNT = sizeof levels / sizeof levels[0] };

// Starts the workers. The caller has checked that the processor has the level's instructions;
// `features` are those that may be used.
EXPORT int32_t troupe_device_open(int32_t level, int32_t threads, int32_t features,
                                  int32_t faults, struct device **out)
{
    if (level < 0 || level >= LEVEL_COUNT) {
        return STATUS_LEVEL_UNKNOWN;
    }
    struct device *device = malloc(sizeof *device);
    if (device == NULL) {
        return STATUS_NO_MEMORY;
    }
    *device = (struct device){.level = levels[level],
                              .faults = (uint32_t) faults,
                              .dot = (features >> FEATURE_avxvnni & 1) != 0};
    const enum status status = pool_open(threads, &device->pool);
    if (status != STATUS_OK) {
        free(device);
        return status;
    }
    *out = device;
    return STATUS_OK;
}

// Stops and joins the workers.
EXPORT void troupe_device_close(struct device *device)
{
    pool_close(device->pool);
    free(device);
}

// Nanoseconds that callers of ops waited for workers; read on the thread that runs the ops.
EXPORT const int64_t *troupe_device_waited_nanos(const struct device *device)
{
    return pool_waited_nanos(device->pool);
}

EXPORT const char *troupe_status_text(int32_t status)
{
    switch (status) {
#define STATUS_TEXT(name, text)                                                                    \
    case STATUS_##name:                                                                            \
        return text;
        TROUPE_STATUSES(STATUS_TEXT)
#undef STATUS_TEXT
    default:
        return "unknown status";
    }
}

EXPORT int64_t troupe_attend_scratch_bytes(const struct device *device, int64_t heads,
                                           int64_t kv_heads, int64_t head_size, int64_t rows,
                                           int64_t positions)
{
    const struct attention_shape shape = {heads, kv_heads, head_size, 1.0};
    return device->level->attend_scratch_bytes(device, &shape, rows, positions);
}

EXPORT int64_t troupe_sample_scratch_bytes(const struct device *device, int64_t candidates,
                                           int64_t rows)
{
    return device->level->sample_scratch_bytes(device, candidates, rows);
}

// One op of the list: its name, the size of its argument block, and the call through a level.
struct op {
    const char *name;
    int64_t args_bytes;
    enum status (*run)(const struct device *, const void *args);
};

#define OP_RUN(op)                                                                                 \
    static enum status run_##op(const struct device *device, const void *args)                     \
    {                                                                                              \
        return device->level->op(device, args);                                                    \
    }
TROUPE_OPS(OP_RUN)
#undef OP_RUN

static const struct op ops[] = {
#define OP_ENTRY(op) {#op, sizeof(struct op##_args), run_##op},
    TROUPE_OPS(OP_ENTRY)
#undef OP_ENTRY
};

enum { OP_COUNT = sizeof ops / sizeof ops[0] };

// The name of op number `index`, or null beyond the last: Java compares its own list with this.
EXPORT const char *troupe_op_name(int32_t index)
{
    return index >= 0 && index < OP_COUNT ? ops[index].name : NULL;
}

// Runs one op. The engine's thread belongs to the JVM and to whatever library ran on it before, so
// its floating-point state is looked at on each call (a few nanoseconds).
EXPORT int32_t troupe_op(const struct device *device, int32_t index, const void *args,
                         int64_t args_bytes)
{
    if (index < 0 || index >= OP_COUNT) {
        return STATUS_OP_UNKNOWN;
    }
    if (args_bytes != ops[index].args_bytes) {
        return STATUS_ARGUMENT_SIZE;
    }
    const uint32_t found = fp_state_enter();
    const enum status status = ops[index].run(device, args);
    fp_state_leave(found);
    return status;
}
