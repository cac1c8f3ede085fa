// Rows of the embedding table, widened to fp32.
//
// A token is one of the 16 outputs of a panel, so its numbers lie 16 apart; a step embeds few rows
// and each is read once, so this is plain code at every level.
#include "level.h"

struct panel_row {
    const uint8_t *quants;  // of the token's panel
    const uint16_t *scales; // of the token's panel
    int lane;               // the token's place in it
    int64_t inputs;
};

static float widen(const uint16_t *half)
{
    return vf_low(vf_load_half_first(half, 1));
}

static void embed_f32(const struct panel_row *row, float *out)
{
    for (int64_t k = 0; k < row->inputs; k++) {
        memcpy(&out[k], row->quants + (k * PANEL + row->lane) * 4, 4);
    }
}

static void embed_f16(const struct panel_row *row, float *out)
{
    const uint16_t *numbers = (const uint16_t *) row->quants;
    for (int64_t k = 0; k < row->inputs; k++) {
        out[k] = widen(&numbers[k * PANEL + row->lane]);
    }
}

// Element k of the row: line k / 4, byte k % 4 of the output's four; stored as q + 128.
static void embed_q8_0(const struct panel_row *row, float *out)
{
    for (int64_t k = 0; k < row->inputs; k++) {
        const uint8_t stored = row->quants[k / 4 * 64 + row->lane * 4 + k % 4];
        const float d = widen(&row->scales[k / GROUP * PANEL + row->lane]);
        out[k] = (float) (stored - 128) * d;
    }
}

// A group has 4 lines: elements 0..15 in the low nibbles, 16..31 in the high ones.
static int nibble_of(const struct panel_row *row, int64_t k)
{
    const int in_group = (int) (k % GROUP), in_half = in_group % 16;
    const uint8_t *line = row->quants + k / GROUP * 256 + in_half / 4 * 64;
    const uint8_t both = line[row->lane * 4 + in_half % 4];
    return in_group < 16 ? both & 15 : both >> 4;
}

static void embed_q4_0(const struct panel_row *row, float *out)
{
    for (int64_t k = 0; k < row->inputs; k++) {
        const float d = widen(&row->scales[k / GROUP * PANEL + row->lane]);
        out[k] = (float) (nibble_of(row, k) - 8) * d;
    }
}

static void embed_q4_1(const struct panel_row *row, float *out)
{
    for (int64_t k = 0; k < row->inputs; k++) {
        const uint16_t *scales = &row->scales[k / GROUP * 2 * PANEL + row->lane];
        const vf nibble = vf_set((float) nibble_of(row, k));
        out[k] = vf_low(vf_fma(nibble, vf_set(widen(scales)), vf_set(widen(scales + PANEL))));
    }
}

static void embed_row(const struct matrix *table, int32_t token, float *out)
{
    const int64_t panel = token / PANEL, groups = table->inputs / GROUP;
    struct panel_row row = {table->quants, table->scales, token % PANEL, table->inputs};
    switch ((enum weight_format) table->format) {
    case FORMAT_F32:
        row.quants += panel * table->inputs * PANEL * 4;
        embed_f32(&row, out);
        break;
    case FORMAT_F16:
        row.quants += panel * table->inputs * PANEL * 2;
        embed_f16(&row, out);
        break;
    case FORMAT_Q8_0:
        row.quants += panel * table->inputs * PANEL;
        row.scales += panel * groups * PANEL;
        embed_q8_0(&row, out);
        break;
    case FORMAT_Q4_0:
        row.quants += panel * table->inputs * PANEL / 2;
        row.scales += panel * groups * PANEL;
        embed_q4_0(&row, out);
        break;
    case FORMAT_Q4_1:
        row.quants += panel * table->inputs * PANEL / 2;
        row.scales += panel * groups * 2 * PANEL;
        embed_q4_1(&row, out);
        break;
    }
}

static void embed_rows(void *context, int64_t first, int64_t count, int worker)
{
    (void) worker;
    const struct embed_args *args = context;
    for (int64_t r = first; r < first + count; r++) {
        embed_row(&args->table, args->token_ids[r], args->out.address + r * args->out.stride);
    }
}

enum status L(embed)(const struct device *device, const struct embed_args *args)
{
    for (int64_t r = 0; r < args->rows; r++) {
        if (args->token_ids[r] < 0 || args->token_ids[r] >= args->table.outputs) {
            return STATUS_TOKEN_OUT_OF_RANGE;
        }
    }
    const struct claim_sizes sizes = {.smallest = 8, .preferred = 8, .largest = 64};
    return pool_run(device->pool, args->rows, sizes, embed_rows, (void *) args);
}
