// Times the kernels alone: `make -C native/src/main/native lab BUILD=... OUT=...`, then
//   $BUILD/kernel_lab LEVEL THREADS [linear|float|attend|sample] [ROWS [FORMAT]]
//
// LEVEL is 0 for avx512, 1 for avx2, 1p for avx2 without AVX-VNNI, 2 for generic. Shapes are those of a model with 135
// million weights, or with CC="cc -DLAB_LARGE" of four layers of one with a billion, which formats of 256 need; the
// content is random, since no kernel's time depends on it but sampling's. With one thread the
// time is the thread's CPU time, which other load disturbs less; with more it is wall time. Each
// line is the best of several runs.
#define _GNU_SOURCE
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "../main/native/args.h"
#include "../main/native/cpu_features.h"
#include "../main/native/status.h"

struct device;
int32_t troupe_device_open(int32_t level, int32_t threads, int32_t features, int32_t faults,
                           struct device **out);
int32_t troupe_cpu_features(void);
int32_t troupe_op(const struct device *device, int32_t index, const void *args, int64_t bytes);
const char *troupe_op_name(int32_t index);
const char *troupe_status_text(int32_t status);
int64_t troupe_attend_scratch_bytes(const struct device *, int64_t heads, int64_t kv_heads,
                                    int64_t head_size, int64_t rows, int64_t positions);
int64_t troupe_sample_scratch_bytes(const struct device *, int64_t vocabulary, int64_t rows);

#ifdef LAB_LARGE
enum { HIDDEN = 2048, LAYERS = 4, HEADS = 32, KV_HEADS = 8, HEAD_SIZE = 64, FORWARD = 8192 };
#else
enum { HIDDEN = 576, LAYERS = 30, HEADS = 9, KV_HEADS = 3, HEAD_SIZE = 64, FORWARD = 1536 };
#endif
enum { VOCABULARY = 49152, HISTORY = 4096, MAX_ROWS = 512, QKV = HIDDEN + 2 * KV_HEADS * HEAD_SIZE, RUNS = 5 };

static struct device *device;
static clockid_t clock_id;

static void fail(const char *what)
{
    fprintf(stderr, "kernel_lab: %s\n", what);
    exit(1);
}

static void run(const char *op, const void *args, int64_t bytes)
{
    int32_t index = 0;
    while (strcmp(troupe_op_name(index), op) != 0) {
        index++;
    }
    const int32_t status = troupe_op(device, index, args, bytes);
    if (status != STATUS_OK) {
        fail(troupe_status_text(status));
    }
}

#define RUN(op, ...)                                                                               \
    do {                                                                                           \
        const struct op##_args args = {__VA_ARGS__};                                               \
        run(#op, &args, sizeof args);                                                              \
    } while (0)

static double seconds(void)
{
    struct timespec now;
    clock_gettime(clock_id, &now);
    return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

static uint64_t random_state = 88172645463325252u;

static uint64_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static void *room(size_t bytes)
{
    const size_t page = 2 << 20, whole = (bytes + page - 1) / page * page;
    void *pages = aligned_alloc(page, whole);
    if (pages == NULL) {
        fail("no memory");
    }
    madvise(pages, whole, MADV_HUGEPAGE);
    memset(pages, 0, whole);
    return pages;
}

static float *random_floats(size_t count)
{
    float *numbers = room(count * sizeof *numbers);
    for (size_t i = 0; i < count; i++) {
        numbers[i] = (float) (int64_t) next_random() * 0x1p-63f;
    }
    return numbers;
}

// --- linear -------------------------------------------------------------------------------------

// Bits of a weight in a panel, and of its scales for 256 weights.
static const struct {
    const char *name;
    int bits, scale_bits;
} formats[] = {
    [FORMAT_F32] = {"F32", 32, 0},      [FORMAT_F16] = {"F16", 16, 0},
    [FORMAT_Q8_0] = {"Q8_0", 8, 128},   [FORMAT_Q4_0] = {"Q4_0", 4, 128},
    [FORMAT_Q4_1] = {"Q4_1", 4, 256},   [FORMAT_BF16] = {"BF16", 16, 0},
    [FORMAT_Q5_0] = {"Q5_0", 8, 128},   [FORMAT_Q5_1] = {"Q5_1", 8, 256},
    [FORMAT_Q2_K] = {"Q2_K", 8, 160},   [FORMAT_Q3_K] = {"Q3_K", 8, 144},
    [FORMAT_Q4_K] = {"Q4_K", 4, 160},   [FORMAT_Q5_K] = {"Q5_K", 8, 160},
    [FORMAT_Q6_K] = {"Q6_K", 8, 144},
};

static bool is_float(enum weight_format format)
{
    return formats[format].scale_bits == 0;
}

static struct matrix random_matrix(enum weight_format format, int outputs, int inputs, int halves)
{
    const size_t numbers = (size_t) outputs * halves * inputs;
    const size_t quant_bytes = numbers * formats[format].bits / 8;
    const size_t scales = numbers / 256 * formats[format].scale_bits / 16;
    uint64_t *quants = room(quant_bytes);
    for (size_t i = 0; i < quant_bytes / 8; i++) {
        // Floats must stay finite and small: exponents below one.
        quants[i] = next_random() & (is_float(format) ? 0x2fff2fff2fff2fffu : ~0ull);
    }
    uint16_t *scale = room(scales * 2 + 64);
    for (size_t i = 0; i < scales; i++) {
        scale[i] = 0x1000 + (uint16_t) (next_random() & 0xff);
    }
    return (struct matrix){format, outputs, inputs, (uint8_t *) quants, scale};
}

struct layer {
    struct matrix qkv, out, gate_up, down;
};

struct model {
    enum weight_format format;
    struct layer layers[LAYERS];
    struct matrix head;
    const float *gain;
    struct rows x, qkv, attended, hidden, logits;
    struct quantized_rows quantized;
};

static struct rows new_rows(int rows, int width)
{
    return (struct rows){random_floats((size_t) rows * width), width};
}

static struct model *new_model(enum weight_format format)
{
    struct model *model = room(sizeof *model);
    model->format = format;
    for (int l = 0; l < LAYERS; l++) {
        model->layers[l] = (struct layer){
            random_matrix(format, QKV, HIDDEN, 1), random_matrix(format, HIDDEN, HIDDEN, 1),
            random_matrix(format, FORWARD, HIDDEN, 2), random_matrix(format, HIDDEN, FORWARD, 1)};
    }
    model->head = random_matrix(format, VOCABULARY, HIDDEN, 1);
    model->gain = random_floats(HIDDEN);
    model->x = new_rows(MAX_ROWS, HIDDEN);
    model->qkv = new_rows(MAX_ROWS, QKV);
    model->attended = new_rows(MAX_ROWS, HIDDEN);
    model->hidden = new_rows(MAX_ROWS, FORWARD);
    model->logits = new_rows(32, VOCABULARY);
    model->quantized =
        (struct quantized_rows){room(MAX_ROWS * FORWARD), room(MAX_ROWS * FORWARD),
                                room(MAX_ROWS * FORWARD), HIDDEN};
    return model;
}

// A product of rows that were prepared in `model->quantized`, or of `in` for float weights.
static void linear(const struct model *model, struct matrix weights, struct rows in,
                   struct rows out, int rows, enum epilogue epilogue)
{
    struct quantized_rows quantized = model->quantized;
    quantized.inputs = weights.inputs;
    RUN(linear, weights, in, quantized, out, rows, epilogue);
}

static void quantize(const struct model *model, struct rows in, int width, int rows)
{
    struct quantized_rows quantized = model->quantized;
    quantized.inputs = width;
    if (!is_float(model->format)) {
        RUN(quantize, in, quantized, rows);
    }
}

static void normalize(const struct model *model, int rows)
{
    if (!is_float(model->format)) {
        RUN(normalize_quantize, model->x, model->gain, 1e-5, model->quantized, rows);
    } else {
        RUN(normalize, model->x, model->gain, 1e-5, model->attended, HIDDEN, rows);
    }
}

// Everything of a step but attention: norms, quantisation, products.
static void linear_step(const struct model *model, int rows, int logit_rows)
{
    for (int l = 0; l < LAYERS; l++) {
        const struct layer *layer = &model->layers[l];
        normalize(model, rows);
        linear(model, layer->qkv, model->attended, model->qkv, rows, EPILOGUE_STORE);
        quantize(model, model->attended, HIDDEN, rows);
        linear(model, layer->out, model->attended, model->x, rows, EPILOGUE_ADD);
        normalize(model, rows);
        linear(model, layer->gate_up, model->attended, model->hidden, rows, EPILOGUE_SWIGLU);
        quantize(model, model->hidden, FORWARD, rows);
        linear(model, layer->down, model->hidden, model->x, rows, EPILOGUE_ADD);
    }
    normalize(model, logit_rows);
    linear(model, model->head, model->attended, model->logits, logit_rows, EPILOGUE_STORE);
}

static void time_linear(enum weight_format format, int only_rows, const char *only_format)
{
    if (only_format != NULL && strcmp(only_format, formats[format].name) != 0) {
        return;
    }
    static const int row_counts[] = {1, 2, 4, 8, 16, 32, 128, 512};
    const double layer_weights = (double) LAYERS * HIDDEN * (QKV + HIDDEN + 3.0 * FORWARD);
    const double head_weights = (double) HIDDEN * VOCABULARY;
    const double bits = formats[format].bits + formats[format].scale_bits / 256.0;
    struct model *model = new_model(format);
    for (size_t i = 0; i < sizeof row_counts / sizeof row_counts[0]; i++) {
        const int rows = row_counts[i], logit_rows = rows <= 32 ? rows : 1;
        if (only_rows != 0 && only_rows != rows) {
            continue;
        }
        double best = INFINITY;
        for (int r = 0; r < RUNS; r++) {
            const double start = seconds();
            linear_step(model, rows, logit_rows);
            best = fmin(best, seconds() - start);
        }
        printf("linear %-4s rows %3d  %8.3f ms  %6.1f GB/s  %6.1f GMAC/s\n", formats[format].name, rows,
               best * 1e3, (layer_weights + head_weights) * bits / 8 / best * 1e-9,
               (layer_weights * rows + head_weights * logit_rows) / best * 1e-9);
    }
}

// --- attention ----------------------------------------------------------------------------------

static uint8_t *random_blocks(size_t bytes)
{
    uint16_t *halves = room(bytes);
    for (size_t i = 0; i < bytes / 2; i++) {
        halves[i] = 0x2c00 + (uint16_t) (next_random() & 0x83ff);
    }
    return (uint8_t *) halves;
}

// Rows at the end of `sequences` contexts, or the last `rows` positions of one.
static void time_attend(const char *what, int rows, int sequences, int context, int64_t window)
{
    const int blocks = (context + BLOCK - 1) / BLOCK;
    const size_t layer_bytes = (size_t) KV_HEADS * 2 * HEAD_SIZE * BLOCK * 2;
    uint8_t *kv = random_blocks(layer_bytes * LAYERS * blocks * sequences);
    const uint8_t **tables = room(sizeof *tables * blocks * sequences);
    for (int i = 0; i < blocks * sequences; i++) {
        tables[i] = kv + layer_bytes * LAYERS * i;
    }
    for (int i = blocks * sequences - 1; i > 0; i--) {
        const int j = (int) (next_random() % (uint64_t) (i + 1));
        const uint8_t *other = tables[i];
        tables[i] = tables[j];
        tables[j] = other;
    }
    int32_t *positions = room(sizeof *positions * rows);
    const uint8_t *const **row_tables = room(sizeof *row_tables * rows);
    for (int r = 0; r < rows; r++) {
        positions[r] = sequences == 1 ? context - rows + r : context - 1;
        row_tables[r] = tables + (sequences == 1 ? 0 : r * blocks);
    }
    const struct rows q = new_rows(rows, HIDDEN), out = new_rows(rows, HIDDEN);
    float *scratch = room((size_t) troupe_attend_scratch_bytes(device, HEADS, KV_HEADS, HEAD_SIZE,
                                                               rows, context));
    double keys = 0, best = INFINITY;
    for (int r = 0; r < rows; r++) {
        keys += fmin((double) positions[r] + 1, (double) window);
    }
    for (int run_index = 0; run_index < RUNS; run_index++) {
        const double start = seconds();
        for (int l = 0; l < LAYERS; l++) {
            RUN(attend, q, {HEADS, KV_HEADS, HEAD_SIZE, 0.125}, window, 0.0,
                {positions, row_tables, (int64_t) layer_bytes * l}, out, rows, scratch);
        }
        best = fmin(best, seconds() - start);
    }
    const double flops = 4.0 * LAYERS * HEADS * HEAD_SIZE * keys;
    const double bytes = (double) layer_bytes * LAYERS * blocks * sequences;
    printf("attend %s rows %3d context %4d  %8.3f ms  %6.1f GB/s  %6.1f GFLOP/s\n", what, rows,
           context, best * 1e3, bytes / best * 1e-9, flops / best * 1e-9);
}

// --- sampling -----------------------------------------------------------------------------------

static const int32_t *random_ids(int count)
{
    int32_t *ids = room(sizeof *ids * (size_t) count);
    for (int i = 0; i < count; i++) {
        ids[i] = (int32_t) (next_random() % VOCABULARY);
    }
    return ids;
}

static void time_sample(const char *what, struct draw draw, float spread)
{
    enum { ROWS = 32 };
    const struct rows logits = new_rows(ROWS, VOCABULARY);
    for (size_t i = 0; i < (size_t) ROWS * VOCABULARY; i++) {
        // A sum of three uniform numbers is near enough to a bell.
        float sum = logits.address[i];
        sum += (float) (int64_t) next_random() * 0x1p-63f;
        sum += (float) (int64_t) next_random() * 0x1p-63f;
        logits.address[i] = sum * spread;
    }
    struct draw *draws = room(sizeof *draws * ROWS);
    struct choice *choices = room(sizeof *choices * ROWS);
    uint8_t *scratch = room((size_t) troupe_sample_scratch_bytes(device, VOCABULARY, ROWS));
    double best = INFINITY;
    for (int run_index = 0; run_index < RUNS; run_index++) {
        for (int r = 0; r < ROWS; r++) {
            draws[r] = draw;
            draws[r].position = (uint64_t) r;
        }
        const double start = seconds();
        RUN(sample, logits, VOCABULARY, draws, choices, ROWS, scratch);
        best = fmin(best, seconds() - start);
    }
    printf("sample %-22s 32 rows of %d  %8.3f ms\n", what, VOCABULARY, best * 1e3);
}

int main(int count, char **words)
{
    const bool plain = count > 1 && strcmp(words[1], "1p") == 0;
    const int level = count > 1 ? atoi(words[1]) : 0, threads = count > 2 ? atoi(words[2]) : 1;
    const char *what = count > 3 ? words[3] : "linear";
    const int rows = count > 4 ? atoi(words[4]) : 0;
    const char *format = count > 5 ? words[5] : NULL;
    clock_id = threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
    const int32_t features = troupe_cpu_features() & (plain ? ~(1 << FEATURE_avxvnni) : ~0);
    if (troupe_device_open(level, threads, features, 0, &device) != STATUS_OK) {
        fail("the device does not open");
    }
    if (strcmp(what, "linear") == 0) {
        static const enum weight_format integers[] = {
            FORMAT_Q8_0, FORMAT_Q4_0, FORMAT_Q4_1, FORMAT_Q5_0, FORMAT_Q5_1,
            FORMAT_Q2_K, FORMAT_Q3_K, FORMAT_Q4_K, FORMAT_Q5_K, FORMAT_Q6_K};
        for (size_t i = 0; i < sizeof integers / sizeof integers[0]; i++) {
            if (HIDDEN % 256 == 0 || integers[i] < FORMAT_Q2_K) {
                time_linear(integers[i], rows, format);
            }
        }
    } else if (strcmp(what, "float") == 0) {
        time_linear(FORMAT_F16, rows, format);
        time_linear(FORMAT_BF16, rows, format);
        time_linear(FORMAT_F32, rows, format);
    } else if (strcmp(what, "attend") == 0) {
        time_attend("decode ", 1, 1, 512, INT32_MAX);
        time_attend("decode ", 1, 1, 2048, INT32_MAX);
        time_attend("decode ", 8, 8, 512, INT32_MAX);
        time_attend("decode ", 8, 8, 2048, INT32_MAX);
        time_attend("prefill", 512, 1, 512, INT32_MAX);
        time_attend("prefill", 64, 1, 2048, INT32_MAX);
        time_attend("window ", 8, 8, 2048, 512);
        time_attend("window ", 512, 1, 2048, 512);
    } else {
        struct draw greedy = {.mode = DRAW_GREEDY, .repetition = 1};
        time_sample("greedy", greedy, 3);
        greedy.top_count = 20;
        time_sample("greedy, 20 best", greedy, 3);
        const struct draw drawn = {
            .mode = DRAW_DRAWN, .temperature = 1, .top_p = 1, .repetition = 1, .seed = 5};
        time_sample("drawn", drawn, 5);
        time_sample("drawn, flat", drawn, 1);
        struct draw cut = drawn;
        cut.top_p = 0.95f;
        time_sample("drawn, top-p 0.95", cut, 5);
        time_sample("drawn, top-p 0.95 flat", cut, 1);
        cut.temperature = 0.7f;
        time_sample("0.7, top-p 0.95", cut, 5);
        time_sample("0.7, top-p 0.95 flat", cut, 1);
        time_sample("0.7, top-p 0.95 equal", cut, 0);
        cut.temperature = 1;
        cut.top_k = 40;
        time_sample("drawn, top-k 40", cut, 5);
        time_sample("drawn, top-k 40 flat", cut, 1);
        struct draw penalised = drawn;
        penalised.repetition = 1.1f;
        penalised.prompt_length = HISTORY / 2;
        penalised.history_length = HISTORY;
        penalised.history = random_ids(HISTORY);
        time_sample("penalties over 4096", penalised, 5);
    }
    return 0;
}
