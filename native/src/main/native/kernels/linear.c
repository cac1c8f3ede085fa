// Matrix product: cuts the outputs into panels for the threads and panels x rows into tiles.
#include "factors.h"
#include "tile_set.h"

// Panels that so many tiles or fewer read are used up about as fast as memory gives the next ones,
// which the tiles therefore fetch beside their work; beyond, it only costs issue slots.
enum { FETCHING_TILES = 8 };

struct job {
    const struct linear_args *args;
    const struct tile_set *tiles;
    int panels_per_unit; // 2 when gate and up are paired
    int64_t panel_bytes;
    int64_t panel_scales;
    int64_t first_group, end_group; // see struct tile
    enum epilogue epilogue;
};

// Where the tile at `row` and `panel` begins.
static struct tile tile_at(const struct job *job, int64_t row, int64_t panel)
{
    const struct linear_args *args = job->args;
    const struct quantized_rows *x = &args->quantized;
    const int64_t row_groups = x->inputs / GROUP;
    const int64_t column = panel / job->panels_per_unit * PANEL;
    return (struct tile){
        .quants = args->weights.quants + panel * job->panel_bytes,
        .panel_bytes = job->panel_bytes,
        .scales = args->weights.scales + panel * job->panel_scales,
        .panel_scales = job->panel_scales,
        .x = x->q + row * x->inputs,
        .x_scale = x->scale + row * row_groups,
        .x_sum = x->sum + row * row_groups * 2,
        .row_groups = row_groups,
        .x_float = args->in.address + row * args->in.stride,
        .x_stride = args->in.stride,
        .first_group = job->first_group,
        .end_group = job->end_group,
        .out = args->out.address + row * args->out.stride + column,
        .out_stride = args->out.stride,
        .columns = args->weights.outputs - column,
        .epilogue = job->epilogue,
    };
}

// All rows against `panels` panels, in tiles of nearly equal height: never one row left over.
// Beside them, the tiles together fetch the `next` panels that follow.
static void multiply_panels(const struct job *job, int64_t panel, int panels, int64_t next)
{
    const int64_t rows = job->args->rows, groups = job->end_group - job->first_group;
    const int64_t tiles =
        rows <= job->tiles->rows_alone ? 1 : ceil_div(rows, job->tiles->rows);
    const int64_t next_lines = tiles <= FETCHING_TILES ? next * job->panel_bytes / 64 : 0;
    const int64_t share = ceil_div(next_lines, tiles * groups);
    for (int64_t t = 0; t < tiles; t++) {
        const int64_t first = rows * t / tiles, end = rows * (t + 1) / tiles;
        struct tile tile = tile_at(job, first, panel);
        tile.ahead_lines = share;
        tile.ahead = tile.quants + panels * job->panel_bytes + t * groups * share * 64;
        job->tiles->shape[tiles == 1][end - first][panels](&tile);
    }
}

static int panels_per_tile(const struct job *job)
{
    const struct tile_set *tiles = job->tiles;
    return job->args->rows <= tiles->few_rows ? tiles->few_rows_panels : tiles->panels;
}

static void multiply_units(void *context, int64_t first, int64_t count, int worker)
{
    (void) worker;
    const struct job *job = context;
    int64_t panel = first * job->panels_per_unit;
    const int64_t end = (first + count) * job->panels_per_unit;
    while (panel < end) {
        int panels = panels_per_tile(job);
        while (panel + panels > end) {
            panels /= 2;
        }
        multiply_panels(job, panel, panels, at_most(panels, end - panel - panels));
        panel += panels;
    }
}

// A tile's panels should be claimed together, four tiles' at most; the last ones singly.
static struct claim_sizes claim_sizes(const struct job *job)
{
    const int per_tile = panels_per_tile(job) / job->panels_per_unit;
    const int preferred = per_tile > 1 ? per_tile : 1;
    return (struct claim_sizes){
        .smallest = 2 / job->panels_per_unit, .preferred = preferred, .largest = 8 * preferred};
}

static enum status run(const struct device *device, struct job *job)
{
    const int64_t units = ceil_div(job->args->weights.outputs, PANEL);
    return pool_run(device->pool, units, claim_sizes(job), multiply_units, job);
}

// The deliberate fault: with more than one row, each sum is made of two halves. Rows then differ
// from the same rows computed alone, which every exactness test must notice.
static enum status run_in_halves(const struct device *device, struct job *job)
{
    const int64_t end = job->end_group;
    job->end_group = end / 2;
    const enum status status = run(device, job);
    if (status != STATUS_OK) {
        return status;
    }
    job->first_group = end / 2;
    job->end_group = end;
    job->epilogue = EPILOGUE_ADD;
    return run(device, job);
}

#ifdef LEVEL_WITH_DOT
#define DECLARE_DOT_TILES(format)                                                                  \
    extern const struct tile_set LEVEL_PASTE(tiles_##format, LEVEL_WITH_DOT);
INTEGER_TILE_SETS(DECLARE_DOT_TILES)
#define TILES(device, format)                                                                      \
    ((device)->dot ? &LEVEL_PASTE(tiles_##format, LEVEL_WITH_DOT) : &L(tiles_##format))
#else
#define TILES(device, format) (&L(tiles_##format))
#endif

// Formats whose panels hold a line of `bytes` for each input.
static void set_numbers(struct job *job, const struct tile_set *tiles, int64_t bytes)
{
    job->tiles = tiles;
    job->end_group = job->args->weights.inputs;
    job->panel_bytes = job->end_group * PANEL * bytes;
}

// Formats of integers, `bits` (4 or 8) for each of them in a panel.
static void set_integers(struct job *job, const struct tile_set *tiles, int64_t bits)
{
    const enum weight_format format = (enum weight_format) job->args->weights.format;
    const int64_t inputs = job->args->weights.inputs;
    job->tiles = tiles;
    job->end_group = inputs / GROUP;
    job->panel_bytes = inputs * PANEL * bits / 8;
    job->panel_scales =
        job->end_group / (is_super(format) ? SUPER_GROUPS : 1) * scale_units(format);
}

static bool set_format(struct job *job, const struct device *device)
{
    (void) device; // only a level with two kinds of tiles asks
    switch ((enum weight_format) job->args->weights.format) {
    case FORMAT_F32:
        set_numbers(job, &L(tiles_f32), 4);
        return true;
    case FORMAT_F16:
        set_numbers(job, &L(tiles_f16), 2);
        return true;
    case FORMAT_BF16:
        set_numbers(job, &L(tiles_bf16), 2);
        return true;
    case FORMAT_Q8_0:
        set_integers(job, TILES(device, q8_0), 8);
        return true;
    case FORMAT_Q4_0:
        set_integers(job, TILES(device, q4_0), 4);
        return true;
    case FORMAT_Q4_1:
        set_integers(job, TILES(device, q4_1), 4);
        return true;
    case FORMAT_Q5_0:
        set_integers(job, TILES(device, q5_0), 8);
        return true;
    case FORMAT_Q5_1:
        set_integers(job, TILES(device, q5_1), 8);
        return true;
    case FORMAT_Q2_K:
        set_integers(job, TILES(device, q2_k), 8);
        return true;
    case FORMAT_Q3_K:
        set_integers(job, TILES(device, q3_k), 8);
        return true;
    case FORMAT_Q4_K:
        set_integers(job, TILES(device, q4_k), 4);
        return true;
    case FORMAT_Q5_K:
        set_integers(job, TILES(device, q5_k), 8);
        return true;
    case FORMAT_Q6_K:
        set_integers(job, TILES(device, q6_k), 8);
        return true;
    }
    return false;
}

enum status L(linear)(const struct device *device, const struct linear_args *args)
{
    const bool paired =
        args->epilogue == EPILOGUE_SWIGLU || args->epilogue == EPILOGUE_GEGLU;
    struct job job = {
        .args = args,
        .panels_per_unit = paired ? 2 : 1,
        .epilogue = (enum epilogue) args->epilogue,
    };
    if (!set_format(&job, device)) {
        return STATUS_SHAPE_INVALID;
    }
    const bool halves = (device->faults & FAULT_SUM_ORDER_BY_BATCH) != 0 && args->rows > 1
                        && !paired && job.end_group > 1;
    return halves ? run_in_halves(device, &job) : run(device, &job);
}
