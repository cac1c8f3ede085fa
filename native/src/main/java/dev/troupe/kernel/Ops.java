package dev.troupe.kernel;

import java.util.Objects;

/// The arguments of each op. All addresses are device addresses; all integers on the device are
/// little-endian.
public final class Ops {
    private Ops() {}

    /// fp32 rows: row `r` starts `r * stride` elements after `address`.
    public record Rows(long address, int stride) {}

    /// What is done with a product.
    public enum Epilogue {
        /// `out = product`
        STORE,
        /// `out = out + product`
        ADD,
        /// The matrix holds gate and up panels in turn: `out = silu(gate) * up`.
        SWIGLU
    }

    /// The left operand of a product. Quantised weights take quantised rows, F32 and F16 weights
    /// take fp32 rows.
    public sealed interface Input {}

    public record FloatInput(Rows rows) implements Input {}

    public record QuantizedInput(QuantizedRows rows) implements Input {}

    /// `out[r][0..inputs-1] = table[tokenIds[r]]`.
    ///
    /// @param tokenIds address of `int32[rows]`, each in `0..table.outputs-1`
    public record Embed(Matrix table, long tokenIds, Rows out, int rows) {}

    /// `out[r] = in[rowIndices[r]]`.
    ///
    /// @param rowIndices address of `int32[rows]`
    public record Gather(Rows in, long rowIndices, Rows out, int width, int rows) {}

    /// @param address of `float[width]`
    public record Gain(long address, float epsilon) {}

    public record Normalize(Rows in, Gain gain, Rows out, int width, int rows) {}

    /// Width is `out.inputs`.
    public record Quantize(Rows in, QuantizedRows out, int rows) {}

    public record NormalizeQuantize(Rows in, Gain gain, QuantizedRows out, int rows) {}

    public record Linear(Matrix weights, Input input, Rows out, int rows, Epilogue epilogue) {
        public Linear {
            Objects.requireNonNull(epilogue, "epilogue");
        }
    }

    /// Where the rows of a step stand in their sequences.
    ///
    /// @param positions address of `int32[rows]`: the row's absolute position
    /// @param tables address of `int64[rows]`: the device address of the row's block table, an
    ///     `int64[]` whose entry `p / 16` is the device address of the block of position `p`
    /// @param layerOffsetBytes where this layer's part starts inside each block
    public record KvView(long positions, long tables, long layerOffsetBytes) {}

    /// @param qkv q heads, then k heads, then v heads, each `headSize` wide
    /// @param rotations address of `float[positions][headSize]`: `headSize/2` cosines, then as many
    ///     sines
    public record RotateAndStore(Rows qkv, AttentionShape shape, long rotations, KvView kv, int rows) {}

    /// @param q q heads, each `headSize` wide (the first part of the rows that were rotated)
    /// @param out one row of `heads * headSize`
    /// @param scratch address of {@link Kernels#attendScratchBytes} bytes
    public record Attend(Rows q, AttentionShape shape, KvView kv, Rows out, int rows, long scratch) {}

    /// @param logits rows of `vocabularySize`
    /// @param draws address of `rows` records of {@link Draw#BYTES}
    /// @param choices address of `rows` records of {@link Choice#BYTES}
    /// @param scratch address of {@link Kernels#sampleScratchBytes} bytes
    public record Sample(Rows logits, int vocabularySize, long draws, long choices, int rows, long scratch) {}
}
