package dev.troupe.kernel;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The arguments of each op. All addresses are device addresses; all integers on the device are
/// little-endian. A record with an impossible shape cannot be made: its constructor throws
/// {@link KernelException}. Strides are at least the width.
public final class Ops {
    private Ops() {}

    /// fp32 rows: row `r` starts `r * stride` elements after `address`.
    public record Rows(long address, int stride) {
        private void hold(String op, int width, int rows) {
            check(width >= 1 && rows >= 1, op, rows + " rows of " + width + ": counts must be positive");
            check(stride >= width, op, "stride " + stride + " is less than the width " + width);
        }
    }

    /// What is done with a product.
    public enum Epilogue {
        /// `out = product`
        STORE,
        /// `out = out + product`
        ADD,
        /// The matrix holds gate and up panels in turn: `out = silu(gate) * up`.
        SWIGLU,
        /// The same with GELU (as tanh approximates it) in place of SiLU.
        GEGLU;

        /// Whether the matrix holds gate and up.
        public boolean isPaired() {
            return this == SWIGLU || this == GEGLU;
        }
    }

    /// Of a gate.
    public enum Activation {
        SILU,
        /// As tanh approximates it.
        GELU_TANH
    }

    /// The left operand of a product. Quantised weights take quantised rows, F32 and F16 weights
    /// take fp32 rows.
    public sealed interface Input {}

    public record FloatInput(Rows rows) implements Input {}

    public record QuantizedInput(QuantizedRows rows) implements Input {}

    /// `out[r][0..inputs-1] = table[tokenIds[r]] * scale`.
    ///
    /// @param tokenIds address of `int32[rows]`, each in `0..table.outputs-1`
    /// @param scale finite; 1 changes nothing
    public record Embed(Matrix table, long tokenIds, float scale, Rows out, int rows) {
        public Embed {
            check(Float.isFinite(scale), "embed", "scale " + scale + " is not finite");
            out.hold("embed", table.inputs(), rows);
        }
    }

    /// `out[r] = in[rowIndices[r]]`.
    ///
    /// @param rowIndices address of `int32[rows]`
    public record Gather(Rows in, long rowIndices, Rows out, int width, int rows) {
        public Gather {
            in.hold("gather", width, rows);
            out.hold("gather", width, rows);
        }
    }

    /// @param address of `float[width]`
    public record Gain(long address, float epsilon) {}

    public record Normalize(Rows in, Gain gain, Rows out, int width, int rows) {
        public Normalize {
            in.hold("normalize", width, rows);
            out.hold("normalize", width, rows);
        }
    }

    /// `out[r] = out[r] + norm(in[r])`.
    public record NormalizeAdd(Rows in, Gain gain, Rows out, int width, int rows) {
        public NormalizeAdd {
            in.hold("normalizeAdd", width, rows);
            out.hold("normalizeAdd", width, rows);
        }
    }

    /// Width is `out.inputs`.
    public record Quantize(Rows in, QuantizedRows out, int rows) {
        public Quantize {
            in.hold("quantize", out.inputs(), rows);
            checkCapacity("quantize", out, rows);
        }
    }

    /// Width is `out.inputs`.
    public record NormalizeQuantize(Rows in, Gain gain, QuantizedRows out, int rows) {
        public NormalizeQuantize {
            in.hold("normalizeQuantize", out.inputs(), rows);
            checkCapacity("normalizeQuantize", out, rows);
        }
    }

    public record Linear(Matrix weights, Input input, Rows out, int rows, Epilogue epilogue) {
        public Linear {
            Objects.requireNonNull(epilogue, "epilogue");
            out.hold("linear", weights.outputs(), rows);
            switch (input) {
                case FloatInput(Rows in) -> {
                    check(!weights.format().isQuantized(), "linear", weights.format() + " takes quantised rows");
                    in.hold("linear", weights.inputs(), rows);
                }
                case QuantizedInput(QuantizedRows in) -> {
                    check(weights.format().isQuantized(), "linear", weights.format() + " takes fp32 rows");
                    check(
                            in.inputs() == weights.inputs(),
                            "linear",
                            "rows of " + in.inputs() + " against weights of " + weights.inputs() + " inputs");
                    checkCapacity("linear", in, rows);
                }
            }
        }
    }

    /// `out[r] = activation(gate[r]) * up[r]`; `out` may be `gate`.
    public record Activate(Activation activation, Rows gate, Rows up, Rows out, int width, int rows) {
        public Activate {
            Objects.requireNonNull(activation, "activation");
            gate.hold("activate", width, rows);
            up.hold("activate", width, rows);
            out.hold("activate", width, rows);
        }
    }

    /// Where the rows of a step stand in their sequences.
    ///
    /// @param positions address of `int32[rows]`: the row's absolute position
    /// @param tables address of `int64[rows]`: the device address of the row's block table, an
    ///     `int64[]` whose entry `p / 16` is the device address of the block of position `p`
    /// @param layerOffsetBytes where this layer's part starts inside each block
    public record KvView(long positions, long tables, long layerOffsetBytes) {}

    /// Gains of the norms of each q head and of each k head, `float[headSize]` both, of one epsilon.
    public record HeadNorms(Gain query, Gain key) {
        public HeadNorms {
            check(query.epsilon() == key.epsilon(), "rotateAndStore", "norms of q and k differ in epsilon");
        }
    }

    /// What happens to q, k and v, in this order: the bias is added, heads of q and k are normalised,
    /// their first elements are rotated.
    ///
    /// @param bias address of `float[qkvWidth]`
    /// @param rotations address of `float[positions][rotated]`: `rotated/2` cosines, then as many
    ///     sines
    /// @param rotated how many elements of a head, from its first, turn: even; the others stay
    public record HeadRules(OptionalLong bias, Optional<HeadNorms> norms, long rotations, int rotated) {
        /// Whole heads are rotated, nothing else.
        public static HeadRules plain(long rotations, AttentionShape shape) {
            return new HeadRules(OptionalLong.empty(), Optional.empty(), rotations, shape.headSize());
        }
    }

    /// @param qkv q heads, then k heads, then v heads, each `headSize` wide
    public record RotateAndStore(Rows qkv, AttentionShape shape, HeadRules rules, KvView kv, int rows) {
        public RotateAndStore {
            qkv.hold("rotateAndStore", shape.qkvWidth(), rows);
            int rotated = rules.rotated();
            check(
                    rotated >= 2 && rotated <= shape.headSize() && rotated % 2 == 0,
                    "rotateAndStore",
                    rotated + " rotated elements of a head of " + shape.headSize());
        }
    }

    /// What becomes of scores before they are weighed.
    ///
    /// @param window how many positions a query sees, its own included; all before it when empty
    /// @param softcap positive c: a score s counts as c * tanh(s / c)
    public record ScoreRules(OptionalInt window, Optional<Float> softcap) {
        /// Everything is seen, nothing is capped.
        public static final ScoreRules PLAIN = new ScoreRules(OptionalInt.empty(), Optional.empty());

        public ScoreRules {
            check(window.orElse(1) >= 1, "attend", "window " + window + ": must be positive");
            checkCap("attend", softcap.orElse(1f));
        }

        /// The first position that a query sees.
        public int firstSeen(int position) {
            return window.isPresent() ? Math.max(0, position - window.getAsInt() + 1) : 0;
        }
    }

    /// @param q q heads, each `headSize` wide (the first part of the rows that were rotated)
    /// @param out one row of `heads * headSize`
    /// @param scratch address of {@link Kernels#attendScratchBytes} bytes
    public record Attend(Rows q, AttentionShape shape, ScoreRules rules, KvView kv, Rows out, int rows, long scratch) {
        public Attend {
            Objects.requireNonNull(rules, "rules");
            q.hold("attend", shape.qWidth(), rows);
            out.hold("attend", shape.qWidth(), rows);
        }
    }

    /// `target[r] = cap * tanh(target[r] / cap)`, in place.
    ///
    /// @param cap positive
    public record Softcap(Rows target, float cap, int width, int rows) {
        public Softcap {
            target.hold("softcap", width, rows);
            checkCap("softcap", cap);
        }
    }

    /// @param logits rows of at least `candidates`
    /// @param candidates ids below it can be chosen and are scored; what a row holds behind them is
    ///     not looked at
    /// @param draws address of `rows` records of {@link Draw#BYTES}
    /// @param choices address of `rows` records of {@link Choice#BYTES}
    /// @param scratch address of {@link Kernels#sampleScratchBytes} bytes
    public record Sample(Rows logits, int candidates, long draws, long choices, int rows, long scratch) {
        public Sample {
            logits.hold("sample", candidates, rows);
        }
    }

    private static void checkCap(String op, float cap) {
        check(cap > 0 && Float.isFinite(cap), op, "cap " + cap + ": must be positive and finite");
    }

    private static void checkCapacity(String op, QuantizedRows target, int rows) {
        check(rows <= target.capacityRows(), op, rows + " rows, room for " + target.capacityRows());
    }

    private static void check(boolean holds, String op, String problem) {
        if (!holds) {
            throw new KernelException(op + ": " + problem);
        }
    }
}
