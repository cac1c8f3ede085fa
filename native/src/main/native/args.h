// The argument blocks of the ops, mirrors of dev.troupe.kernel.Ops.
//
// Every field is 8 bytes wide and in the order in which CpuKernels.java writes it, so that Java
// needs no layouts; each call passes the block's size, which is checked. Floats travel as doubles
// (exact) and are narrowed at their use.
#ifndef TROUPE_ARGS_H
#define TROUPE_ARGS_H

#include <stdint.h>

enum { PANEL = 16, GROUP = 32, HALF_GROUP = 16, BLOCK = 16, MAX_HEAD_SIZE = 256, MAX_TOP = 20, MAX_CANDIDATES = 1 << 22 };

// Order of dev.troupe.kernel.layout.WeightFormat.
enum weight_format {
    FORMAT_F32,
    FORMAT_F16,
    FORMAT_Q8_0,
    FORMAT_Q4_0,
    FORMAT_Q4_1,
    FORMAT_BF16,
    FORMAT_Q5_0,
    FORMAT_Q5_1,
    FORMAT_Q2_K,
    FORMAT_Q3_K,
    FORMAT_Q4_K,
    FORMAT_Q5_K,
    FORMAT_Q6_K,
};

// Order of dev.troupe.kernel.Ops.Epilogue.
enum epilogue { EPILOGUE_STORE, EPILOGUE_ADD, EPILOGUE_SWIGLU, EPILOGUE_GEGLU };

// Order of dev.troupe.kernel.Ops.Activation.
enum activation { ACTIVATION_SILU, ACTIVATION_GELU_TANH };

// fp32 rows; stride in elements.
struct rows {
    float *address;
    int64_t stride;
};

// int8 q[rows][inputs], float scale[rows][inputs/32], int32 sum[rows][inputs/16].
struct quantized_rows {
    int8_t *q;
    float *scale;
    int32_t *sum;
    int64_t inputs;
};

// A packed matrix; see dev.troupe.kernel.layout.PanelLayout.
struct matrix {
    int64_t format;
    int64_t outputs; // of each half when gate and up are paired
    int64_t inputs;
    const uint8_t *quants; // or numbers
    const uint16_t *scales;
};

struct attention_shape {
    int64_t heads;
    int64_t kv_heads;
    int64_t head_size;
    double scale;
};

// Block of position p of row r: tables[r][p / 16] + layer_offset.
struct kv_view {
    const int32_t *positions;
    const uint8_t *const *const *tables;
    int64_t layer_offset;
};

struct embed_args {
    struct matrix table;
    const int32_t *token_ids;
    double scale;
    struct rows out;
    int64_t rows;
};

struct gather_args {
    struct rows in;
    const int32_t *row_indices;
    struct rows out;
    int64_t width;
    int64_t rows;
};

struct normalize_args {
    struct rows in;
    const float *gain;
    double epsilon;
    struct rows out;
    int64_t width;
    int64_t rows;
};

// out = out + norm(in)
struct normalize_add_args {
    struct rows in;
    const float *gain;
    double epsilon;
    struct rows out;
    int64_t width;
    int64_t rows;
};

struct quantize_args {
    struct rows in;
    struct quantized_rows out;
    int64_t rows;
};

struct normalize_quantize_args {
    struct rows in;
    const float *gain;
    double epsilon;
    struct quantized_rows out;
    int64_t rows;
};

// F32, F16 and BF16 weights read `in`, the others `quantized`.
struct linear_args {
    struct matrix weights;
    struct rows in;
    struct quantized_rows quantized;
    struct rows out;
    int64_t rows;
    int64_t epilogue;
};

// out = activation(gate) * up; out may be gate.
struct activate_args {
    int64_t activation;
    struct rows gate;
    struct rows up;
    struct rows out;
    int64_t width;
    int64_t rows;
};

struct rotate_and_store_args {
    struct rows qkv;
    struct attention_shape shape;
    const float *bias;       // [heads + 2 kv_heads][head_size], or NULL
    const float *query_gain; // [head_size], or NULL when heads are not normalised
    const float *key_gain;
    double epsilon;
    const float *rotations; // [positions][rotated]: cosines, then sines
    int64_t rotated;        // first elements of a head that turn
    struct kv_view kv;
    int64_t rows;
};

struct attend_args {
    struct rows q;
    struct attention_shape shape;
    int64_t window; // how many positions a query sees, its own included
    double softcap; // 0 for none
    struct kv_view kv;
    struct rows out;
    int64_t rows;
    float *scratch;
};

// rows = cap * tanh(rows / cap)
struct softcap_args {
    struct rows rows;
    double cap;
    int64_t width;
    int64_t count;
};

// Mirrors of dev.troupe.kernel.Draw and Choice, byte for byte.
enum draw_mode { DRAW_GREEDY, DRAW_DRAWN, DRAW_GIVEN };
enum choice_status { CHOICE_OK, CHOICE_NOT_FINITE, CHOICE_NOTHING_LEFT };

struct bias {
    int32_t id;
    float bias;
};

struct draw {
    int32_t mode;
    int32_t given;
    int32_t top_count;
    int32_t top_k;
    float temperature;
    float top_p;
    float min_p;
    float repetition;
    float frequency;
    float presence;
    int32_t prompt_length;
    int32_t history_length;
    int32_t bias_count;
    int32_t ban_count;
    uint64_t seed;
    uint64_t position;
    const int32_t *history;    // [history_length]: the prompt's ids, then those generated
    const struct bias *biases; // [bias_count + ban_count]; of the bans only the id counts
};

struct candidate {
    int32_t id;
    float logit;
};

struct choice {
    int32_t status;
    int32_t token;
    float logit;
    float max;
    float sum;
    int32_t top_count;
    struct candidate top[MAX_TOP];
};

struct sample_args {
    struct rows logits;
    int64_t candidates; // ids below it can be chosen and are scored
    const struct draw *draws;
    struct choice *choices;
    int64_t rows;
    uint8_t *scratch;
};

_Static_assert(sizeof(struct draw) == 88, "Draw.BYTES");
_Static_assert(sizeof(struct choice) == 24 + 8 * MAX_TOP, "Choice.BYTES");

#endif
