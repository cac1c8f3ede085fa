// Causal attention over the paged KV.
//
// What a thread works on is a *bundle*: up to BUNDLE queries that read the same keys, made of a few
// neighbouring rows of one sequence x the query heads of one KV head. A large bundle widens each
// half of K and V once and uses it for all of its queries, tile by tile. Positions are taken in
// parts of 512 and, inside a part, in steps of 32, both aligned to position 0 whatever the bundle,
// from the first that a window lets it see; so the bits of a query depend on its own position alone.
//
// Lanes are keys for q.k (K lies [dimension][16 keys]) and dimensions for p.v (V lies
// [16 keys][dimension]): no sum crosses lanes but the softmax denominator, by the tree.
//
// When there are fewer bundles than the threads can share, bundle x part is the unit instead:
// partial results go to scratch and are merged in order afterwards. Merging gives the same bits
// either way.
#include "attend_step.h"

struct job {
    const struct attend_args *args;
    int64_t group;             // query heads of a KV head
    int64_t chunks;            // bundles' heads per KV head: group cut into pieces of BUNDLE
    const int32_t *first_rows; // [bundle_rows + 1]: rows first_rows[i]..first_rows[i + 1] - 1
    int64_t bundle_rows;       // runs of rows that share a bundle
    int64_t whole;             // bundles that stay whole
    int64_t pieces;            // that each of the others is cut into, by heads
    int64_t parts;             // of the bundle that has most
    float *partials;           // [row][head][part][2 + head_size], when split by parts
};

// The parts of the positions that a row sees, and the one after them.
static int64_t first_part(const struct attend_args *args, int64_t row)
{
    return seen_from(args->kv.positions[row], args->window) / PART;
}

static int64_t end_part(const struct attend_args *args, int64_t row)
{
    return args->kv.positions[row] / PART + 1;
}

// --- one bundle ---------------------------------------------------------------------------------

// `piece` of `pieces` nearly equal ones of the bundle's heads, the larger ones first; false when
// nothing is left for it.
static bool bundle_open(struct bundle *bundle, const struct job *job, int64_t index, int64_t piece,
                        int64_t pieces)
{
    const struct attend_args *args = job->args;
    const int64_t size = args->shape.head_size;
    const int64_t run = index % job->bundle_rows, heads = index / job->bundle_rows;
    const int64_t kv_head = heads / job->chunks, chunk = heads % job->chunks;
    const int64_t width = at_most(job->group - chunk * BUNDLE, BUNDLE);
    const int64_t from = ceil_div(width * piece, pieces);
    bundle->first_row = job->first_rows[run];
    bundle->rows = (int) (job->first_rows[run + 1] - bundle->first_row);
    bundle->first_head = kv_head * job->group + chunk * BUNDLE + from;
    bundle->heads = (int) (ceil_div(width * (piece + 1), pieces) - from);
    bundle->queries = bundle->rows * bundle->heads;
    bundle->head_size = size;
    bundle->positions = args->kv.positions + bundle->first_row;
    bundle->table = args->kv.tables[bundle->first_row];
    bundle->head_offset = args->kv.layer_offset + kv_head * 2 * BLOCK * size * 2;
    bundle->scale = (float) args->shape.scale;
    bundle->softcap = (float) args->softcap;
    bundle->window = args->window;
    for (int i = 0; i < bundle->queries; i++) {
        const int64_t row = bundle->first_row + i / bundle->heads;
        const int64_t head = bundle->first_head + i % bundle->heads;
        const float *q = args->q.address + row * args->q.stride + head * size;
        for (int64_t d = 0; d < size; d++) {
            bundle->q[d * BUNDLE + i] = q[d];
        }
    }
    return bundle->queries > 0;
}

// Steps of one part, each for the queries of the bundle that see some of its keys.
static void bundle_part(struct bundle *bundle, int64_t part)
{
    const int64_t start = part * PART, seen = row_from(bundle, 0) / STEP * STEP;
    const int64_t end = at_most(start + PART, bundle->positions[bundle->rows - 1] + 1);
    bundle_clear(bundle);
    int row = 0, after = 0;
    for (int64_t t = seen > start ? seen : start; t < end; t += STEP) {
        while (bundle->positions[row] < t) {
            row++;
        }
        while (after < bundle->rows && row_from(bundle, after) < t + STEP) {
            after++;
        }
        if (row < after) {
            bundle_step(bundle, row, after, t, start);
        }
    }
}

// --- merging ------------------------------------------------------------------------------------

// What a part, or several, gave for one query. The numerator has head_size entries.
struct partial {
    float max;
    float denominator;
    float *numerator;
};

// Appends the next part, ascending: the larger maximum wins, the other side is scaled down.
static void merge(struct partial *into, struct partial next, int64_t head_size)
{
    const float max = next.max > into->max ? next.max : into->max;
    const float a = exp_one(into->max - max), b = exp_one(next.max - max);
    into->denominator = vf_low(
        vf_fma(vf_set(next.denominator), vf_set(b), vf_set(into->denominator * a)));
    into->max = max;
    for (int64_t d = 0; d < head_size; d += 16) {
        const int n = (int) at_most(head_size - d, 16);
        const vf old = vf_mul(vf_load_first(into->numerator + d, n), vf_set(a));
        const vf new = vf_load_first(next.numerator + d, n);
        vf_store_first(into->numerator + d, vf_fma(new, vf_set(b), old), n);
    }
}

static void finish(const struct partial *total, int64_t head_size, float *out)
{
    const vf inverse = vf_set(1.0f / total->denominator);
    for (int64_t d = 0; d < head_size; d += 16) {
        const int n = (int) at_most(head_size - d, 16);
        vf_store_first(out + d, vf_mul(vf_load_first(total->numerator + d, n), inverse), n);
    }
}

static float *out_of(const struct attend_args *args, int64_t row, int64_t head)
{
    return args->out.address + row * args->out.stride + head * args->shape.head_size;
}

static struct partial bundle_partial(struct bundle *bundle, int query)
{
    return (struct partial){bundle->max[query], vf_tree(vf_load(bundle->lanes[query])),
                            numerator_of(bundle, query)};
}

// --- bundles from start to end ------------------------------------------------------------------

// Adds the part that the bundle just computed to the totals of the queries that see some of it.
static void take_part(struct bundle *bundle, struct partial *totals, int64_t part)
{
    for (int i = 0; i < bundle->queries; i++) {
        const struct partial next = bundle_partial(bundle, i);
        const int64_t first = row_from(bundle, i / bundle->heads) / PART;
        if (part == first) {
            totals[i].max = next.max;
            totals[i].denominator = next.denominator;
            if (totals[i].numerator != next.numerator) {
                memcpy(totals[i].numerator, next.numerator,
                       (size_t) bundle->head_size * sizeof(float));
            }
        } else if (part > first && bundle->positions[i / bundle->heads] >= part * PART) {
            merge(&totals[i], next, bundle->head_size);
        }
    }
}

static void attend_bundle(const struct job *job, int64_t index, int64_t piece, int64_t pieces)
{
    struct bundle bundle;
    _Alignas(64) float numerators[BUNDLE * MAX_HEAD_SIZE];
    struct partial totals[BUNDLE];
    if (!bundle_open(&bundle, job, index, piece, pieces)) {
        return;
    }
    const int64_t first = row_from(&bundle, 0) / PART;
    const int64_t end = bundle.positions[bundle.rows - 1] / PART + 1;
    for (int i = 0; i < bundle.queries; i++) {
        totals[i].numerator =
            end - first == 1 ? numerator_of(&bundle, i) : numerators + i * bundle.head_size;
    }
    for (int64_t part = first; part < end; part++) {
        bundle_part(&bundle, part);
        take_part(&bundle, totals, part);
    }
    for (int i = 0; i < bundle.queries; i++) {
        const int64_t row = bundle.first_row + i / bundle.heads;
        finish(&totals[i], bundle.head_size,
               out_of(job->args, row, bundle.first_head + i % bundle.heads));
    }
}

static void attend_bundles(void *context, int64_t first, int64_t count, int worker)
{
    (void) worker;
    const struct job *job = context;
    for (int64_t unit = first; unit < first + count; unit++) {
        const int64_t rest = unit - job->whole;
        if (rest < 0) {
            attend_bundle(job, unit, 0, 1);
        } else {
            attend_bundle(job, job->whole + rest / job->pieces, rest % job->pieces, job->pieces);
        }
    }
}

// --- bundles cut by parts -----------------------------------------------------------------------

// Floats of one partial in scratch: maximum, denominator, numerator.
static int64_t partial_floats(int64_t head_size)
{
    return 2 + head_size;
}

static float *partial_at(const struct job *job, int64_t row, int64_t head, int64_t part)
{
    const struct attention_shape *shape = &job->args->shape;
    const int64_t index = part - first_part(job->args, row);
    return job->partials
           + ((row * shape->heads + head) * job->parts + index) * partial_floats(shape->head_size);
}

// Parts of one bundle stand side by side, so that neighbouring units share nothing but the row.
static void attend_parts(void *context, int64_t first, int64_t count, int worker)
{
    (void) worker;
    const struct job *job = context;
    for (int64_t unit = first; unit < first + count; unit++) {
        const int64_t index = unit / job->parts, run = index % job->bundle_rows;
        const int64_t part = first_part(job->args, job->first_rows[run]) + unit % job->parts;
        if (part >= end_part(job->args, job->first_rows[run + 1] - 1)) {
            continue;
        }
        struct bundle bundle;
        (void) bundle_open(&bundle, job, index, 0, 1);
        bundle_part(&bundle, part);
        for (int i = 0; i < bundle.queries; i++) {
            const int64_t row = bundle.first_row + i / bundle.heads;
            if (part < first_part(job->args, row) || part >= end_part(job->args, row)) {
                continue;
            }
            const struct partial partial = bundle_partial(&bundle, i);
            float *to = partial_at(job, row, bundle.first_head + i % bundle.heads, part);
            to[0] = partial.max;
            to[1] = partial.denominator;
            memcpy(to + 2, partial.numerator, (size_t) bundle.head_size * sizeof(float));
        }
    }
}

static struct partial read_partial(float *from)
{
    return (struct partial){from[0], from[1], from + 2};
}

static void merge_parts(void *context, int64_t first, int64_t count, int worker)
{
    (void) worker;
    const struct job *job = context;
    const struct attention_shape *shape = &job->args->shape;
    for (int64_t unit = first; unit < first + count; unit++) {
        const int64_t row = unit / shape->heads, head = unit % shape->heads;
        int64_t part = first_part(job->args, row);
        struct partial total = read_partial(partial_at(job, row, head, part));
        while (++part < end_part(job->args, row)) {
            merge(&total, read_partial(partial_at(job, row, head, part)), shape->head_size);
        }
        finish(&total, shape->head_size, out_of(job->args, row, head));
    }
}

// --- planning -----------------------------------------------------------------------------------

// Rows that one bundle takes at most: as many as it has room for, but so few that each thread has
// several bundles, down to what fills a tile.
static int64_t rows_of_bundle(const struct attend_args *args, int64_t group, int threads)
{
    enum { BUNDLES_PER_THREAD = 4 };
    const int64_t room = BUNDLE / group, tile = MOST_SCORED / group;
    const int64_t share =
        args->rows * args->shape.kv_heads / (BUNDLES_PER_THREAD * (int64_t) threads);
    const int64_t least = tile > 1 ? tile : 1;
    return share < least ? least : at_most(share, room > 1 ? room : 1);
}

// Rows may share a bundle while they continue one another in the same table.
static int64_t plan_bundles(const struct attend_args *args, int64_t rows_per_bundle,
                            int32_t *first_rows)
{
    const struct kv_view *kv = &args->kv;
    int64_t count = 0;
    for (int64_t row = 0; row < args->rows; row++) {
        const bool continues = row > 0 && kv->tables[row] == kv->tables[row - 1]
                               && kv->positions[row] > kv->positions[row - 1];
        if (!continues || row - first_rows[count - 1] >= rows_per_bundle) {
            first_rows[count++] = (int32_t) row;
        }
    }
    first_rows[count] = (int32_t) args->rows;
    return count;
}

static int64_t most_parts(const struct attend_args *args, const int32_t *first_rows,
                          int64_t bundle_rows)
{
    int64_t most = 1;
    for (int64_t run = 0; run < bundle_rows; run++) {
        const int64_t parts =
            end_part(args, first_rows[run + 1] - 1) - first_part(args, first_rows[run]);
        most = parts > most ? parts : most;
    }
    return most;
}

// Bundles that would leave threads idle at the end are cut by heads, so that all finish together:
// three bundles for two threads are two, and two halves of the third.
static void plan_pieces(struct job *job, int64_t bundles, int64_t threads)
{
    const int64_t rest = bundles % threads;
    job->whole = bundles - rest;
    job->pieces = rest == 0 ? 1 : at_most(threads / rest, at_most(job->group, BUNDLE));
}

// More rows than this always make enough bundles.
static int64_t most_split_rows(const struct device *device)
{
    return 2 * (int64_t) pool_threads(device->pool);
}

static int64_t plan_bytes(int64_t rows)
{
    return ceil_div((rows + 1) * (int64_t) sizeof(int32_t), 64) * 64;
}

// The plan of the bundles comes first, then the partials.
int64_t L(attend_scratch_bytes)(const struct device *device, const struct attention_shape *shape,
                                int64_t rows, int64_t positions)
{
    const int64_t split_rows = at_most(rows, most_split_rows(device));
    const int64_t parts = ceil_div(positions, PART);
    return plan_bytes(rows)
           + split_rows * shape->heads * parts * partial_floats(shape->head_size)
                 * (int64_t) sizeof(float);
}

enum status L(attend)(const struct device *device, const struct attend_args *args)
{
    const int64_t group = args->shape.heads / args->shape.kv_heads;
    const int threads = pool_threads(device->pool);
    int32_t *first_rows = (int32_t *) args->scratch;
    struct job job = {
        .args = args,
        .group = group,
        .chunks = ceil_div(group, BUNDLE),
        .first_rows = first_rows,
        .bundle_rows = plan_bundles(args, rows_of_bundle(args, group, threads), first_rows),
        .partials = (float *) ((uint8_t *) args->scratch + plan_bytes(args->rows)),
    };
    job.parts = most_parts(args, first_rows, job.bundle_rows);
    const int64_t bundles = job.bundle_rows * args->shape.kv_heads * job.chunks;
    const struct claim_sizes sizes = {.smallest = 1, .preferred = 1, .largest = 4};
    const bool split = threads > 1 && job.parts > 1 && bundles < 2 * (int64_t) threads
                       && args->rows <= most_split_rows(device);
    if (!split) {
        plan_pieces(&job, bundles, threads);
        const int64_t units = job.whole + (bundles - job.whole) * job.pieces;
        return pool_run(device->pool, units, sizes, attend_bundles, &job);
    }
    const enum status status =
        pool_run(device->pool, bundles * job.parts, sizes, attend_parts, &job);
    if (status != STATUS_OK) {
        return status;
    }
    return pool_run(device->pool, args->rows * args->shape.heads, sizes, merge_parts, &job);
}
