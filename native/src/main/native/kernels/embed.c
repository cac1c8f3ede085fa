// Rows of the embedding table, widened to fp32 and scaled.
//
// A token is one of the 16 outputs of a panel, so its numbers lie 16 apart; a step embeds few rows
// and each is read once, so this is plain code at every level.
#include "factors.h"

struct panel_row {
    const uint8_t *quants;  // of the token's panel
    const uint16_t *scales; // of the token's panel
    int lane;               // the token's place in it
    int64_t inputs;
};

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
        out[k] = vf_low(vf_load_half_first(&numbers[k * PANEL + row->lane], 1));
    }
}

static void embed_bf16(const struct panel_row *row, float *out)
{
    const uint16_t *numbers = (const uint16_t *) row->quants;
    for (int64_t k = 0; k < row->inputs; k++) {
        const uint32_t bits = (uint32_t) numbers[k * PANEL + row->lane] << 16;
        memcpy(&out[k], &bits, sizeof bits);
    }
}

// Element k of a row of bytes: line k / 4, byte k % 4 of the output's four.
static int byte_of(const struct panel_row *row, int64_t k)
{
    return row->quants[k / 4 * 64 + row->lane * 4 + k % 4];
}

// A group has 4 lines: elements 0..15 in the low nibbles, 16..31 in the high ones.
static int nibble_of(const struct panel_row *row, int64_t k)
{
    const int in_group = (int) (k % GROUP), in_half = in_group % 16;
    const uint8_t *line = row->quants + k / GROUP * 256 + in_half / 4 * 64;
    const uint8_t both = line[row->lane * 4 + in_half % 4];
    return in_group < 16 ? both & 15 : both >> 4;
}

static float lane_of(vf x, int lane)
{
    float lanes[PANEL];
    vf_store(lanes, x);
    return lanes[lane];
}

static void embed_integers(const enum weight_format format, const bool nibbles,
                           const struct panel_row *row, float *out)
{
    for (int64_t part = 0; part < row->inputs / HALF_GROUP; part++) {
        const int half = has_half_scales(format) ? (int) (part % 2) : 0;
        const vf scale =
            vf_set(lane_of(load_scale(format, row->scales, part / 2, half), row->lane));
        const vf minimum = has_minimum(format)
                               ? vf_set(lane_of(load_minimum(format, row->scales, part / 2, half),
                                                row->lane))
                               : vf_zero();
        for (int64_t k = part * HALF_GROUP; k < (part + 1) * HALF_GROUP; k++) {
            const int stored = nibbles ? nibble_of(row, k) : byte_of(row, k);
            const vf quant = vf_set((float) (stored - stored_above(format)));
            out[k] = vf_low(has_minimum(format) ? vf_fma(quant, scale, minimum)
                                                : vf_mul(quant, scale));
        }
    }
}

static void embed_row(const struct matrix *table, int32_t token, float *out)
{
    const enum weight_format format = (enum weight_format) table->format;
    const int64_t panel = token / PANEL, groups = table->inputs / GROUP;
    struct panel_row row = {table->quants, table->scales, token % PANEL, table->inputs};
    row.scales += panel * (groups / (is_super(format) ? SUPER_GROUPS : 1)) * scale_units(format);
    switch (format) {
    case FORMAT_F32:
        row.quants += panel * table->inputs * PANEL * 4;
        embed_f32(&row, out);
        break;
    case FORMAT_F16:
        row.quants += panel * table->inputs * PANEL * 2;
        embed_f16(&row, out);
        break;
    case FORMAT_BF16:
        row.quants += panel * table->inputs * PANEL * 2;
        embed_bf16(&row, out);
        break;
    case FORMAT_Q4_0:
    case FORMAT_Q4_1:
    case FORMAT_Q4_K:
        row.quants += panel * table->inputs * PANEL / 2;
        embed_integers(format, true, &row, out);
        break;
    default:
        row.quants += panel * table->inputs * PANEL;
        embed_integers(format, false, &row, out);
        break;
    }
}

static void embed_rows(void *context, int64_t first, int64_t count, int worker)
{
    (void) worker;
    const struct embed_args *args = context;
    const float scale = (float) args->scale;
    for (int64_t r = first; r < first + count; r++) {
        float *out = args->out.address + r * args->out.stride;
        embed_row(&args->table, args->token_ids[r], out);
        for (int64_t k = 0; k < args->table.inputs; k++) {
            out[k] *= scale; // by 1 nothing changes
        }
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
