// Matrix product: cuts the outputs into panels for the threads and panels x rows into tiles.
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
        .x_sum = x->sum + row * row_groups,
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
    const int64_t tiles = ceil_div(rows, job->tiles->rows);
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
#define TILES(device, set) ((device)->dot ? &LEVEL_PASTE(set, LEVEL_WITH_DOT) : &L(set))
extern const struct tile_set LEVEL_PASTE(tiles_q8_0, LEVEL_WITH_DOT),
    LEVEL_PASTE(tiles_q4_0, LEVEL_WITH_DOT), LEVEL_PASTE(tiles_q4_1, LEVEL_WITH_DOT);
#else
#define TILES(device, set) (&L(set))
#endif

static bool set_format(struct job *job, const struct device *device, const struct matrix *weights)
{
    (void) device; // only a level with two kinds of tiles asks
    const int64_t inputs = weights->inputs, groups = inputs / GROUP;
    job->end_group = groups;
    switch ((enum weight_format) weights->format) {
    case FORMAT_F32:
        job->tiles = &L(tiles_f32);
        job->panel_bytes = inputs * PANEL * 4;
        job->end_group = inputs;
        return true;
    case FORMAT_F16:
        job->tiles = &L(tiles_f16);
        job->panel_bytes = inputs * PANEL * 2;
        job->end_group = inputs;
        return true;
    case FORMAT_Q8_0:
        job->tiles = TILES(device, tiles_q8_0);
        job->panel_bytes = inputs * PANEL;
        job->panel_scales = groups * PANEL;
        return true;
    case FORMAT_Q4_0:
        job->tiles = TILES(device, tiles_q4_0);
        job->panel_bytes = inputs * PANEL / 2;
        job->panel_scales = groups * PANEL;
        return true;
    case FORMAT_Q4_1:
        job->tiles = TILES(device, tiles_q4_1);
        job->panel_bytes = inputs * PANEL / 2;
        job->panel_scales = groups * PANEL * 2;
        return true;
    }
    return false;
}

enum status L(linear)(const struct device *device, const struct linear_args *args)
{
    const bool paired = args->epilogue == EPILOGUE_SWIGLU;
    struct job job = {
        .args = args,
        .panels_per_unit = paired ? 2 : 1,
        .epilogue = (enum epilogue) args->epilogue,
    };
    if (!set_format(&job, device, &args->weights)) {
        return STATUS_SHAPE_INVALID;
    }
    const bool halves = (device->faults & FAULT_SUM_ORDER_BY_BATCH) != 0 && args->rows > 1
                        && !paired && job.end_group > 1;
    return halves ? run_in_halves(device, &job) : run(device, &job);
}
