package dev.troupe.node.model;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Choice;
import dev.troupe.kernel.Draw;
import dev.troupe.kernel.Kernels;
import dev.troupe.kernel.Ops;
import dev.troupe.store.spec.ModelSpec;
import java.util.Optional;

/// Where a step's intermediate rows lie on the device. Valid during one step only.
///
/// @param meta what the host writes and reads
/// @param stream the residual stream
/// @param hidden norm of the stream, left operand of qkv and of gate and up
/// @param qkv fused rows
/// @param attention result of attention, left operand of its output projection
/// @param attendScratch for {@link Kernels#attend}
/// @param head the rows that need logits, and what becomes of them
record Workspace(
        Meta meta,
        Ops.Rows stream,
        LeftOperand hidden,
        Ops.Rows qkv,
        LeftOperand attention,
        Mlp mlp,
        long attendScratch,
        Head head) {

    /// Arrays with an entry per row (`tokenIds`, `positions`, `tables`) or per row with logits.
    ///
    /// @param histories room for all tokens of as many sequences as there are rows with logits
    /// @param biases room for as many lists of {@link StepShape#MAX_BIASES}
    record Meta(
            long tokenIds,
            long positions,
            long tables,
            long rowIndices,
            long draws,
            long choices,
            long histories,
            long biases) {
        static Meta take(AddressPlan plan, StepShape shape) {
            return new Meta(
                    plan.takeArray(shape.rows(), Integer.BYTES),
                    plan.takeArray(shape.rows(), Integer.BYTES),
                    plan.takeArray(shape.rows(), Long.BYTES),
                    plan.takeArray(shape.logitRows(), Integer.BYTES),
                    plan.takeArray(shape.logitRows(), Draw.BYTES),
                    plan.takeArray(shape.logitRows(), Choice.BYTES),
                    plan.take(shape.historyBytes() * shape.logitRows()),
                    plan.take(StepShape.BIASES_BYTES * shape.logitRows()));
        }
    }

    /// @param product of gate and up, left operand of down
    /// @param up rows of up alone, where gate and up are apart
    record Mlp(LeftOperand product, Optional<Ops.Rows> up) {
        static Mlp take(AddressPlan plan, int rows, int width, boolean gatesApart) {
            LeftOperand product = LeftOperand.take(plan, rows, width);
            return new Mlp(product, gatesApart ? Optional.of(plan.rows(rows, width)) : Optional.empty());
        }
    }

    /// Once the last layer's keys and values are stored, only these rows matter.
    ///
    /// @param positions like {@link Meta}'s, of these rows
    /// @param tables like {@link Meta}'s, of these rows
    record Asked(long positions, long tables, Ops.Rows q, Ops.Rows stream) {
        static Asked take(AddressPlan plan, StepShape shape, ModelSpec spec, AttentionShape attention) {
            return new Asked(
                    plan.takeArray(shape.logitRows(), Integer.BYTES),
                    plan.takeArray(shape.logitRows(), Long.BYTES),
                    plan.rows(shape.logitRows(), attention.qWidth()),
                    plan.rows(shape.logitRows(), spec.width()));
        }
    }

    record Head(Asked asked, LeftOperand normed, Ops.Rows logits, long sampleScratch) {
        static Head take(AddressPlan plan, StepShape shape, ModelSpec spec, AttentionShape attention, Kernels kernels) {
            return new Head(
                    Asked.take(plan, shape, spec, attention),
                    LeftOperand.take(plan, shape.logitRows(), spec.width()),
                    plan.rows(shape.logitRows(), spec.vocabularySize()),
                    plan.take(kernels.sampleScratchBytes(spec.vocabularySize(), shape.logitRows())));
        }
    }

    /// @param gatesApart whether a layer has gate and up apart
    static Workspace take(
            AddressPlan plan,
            StepShape shape,
            ModelSpec spec,
            AttentionShape attention,
            boolean gatesApart,
            Kernels kernels) {
        return new Workspace(
                Meta.take(plan, shape),
                plan.rows(shape.rows(), spec.width()),
                LeftOperand.take(plan, shape.rows(), spec.width()),
                plan.rows(shape.rows(), attention.qkvWidth()),
                LeftOperand.take(plan, shape.rows(), attention.qWidth()),
                Mlp.take(plan, shape.rows(), spec.feedForwardWidth(), gatesApart),
                plan.take(kernels.attendScratchBytes(attention, shape.rows(), shape.positions())),
                Head.take(plan, shape, spec, attention, kernels));
    }
}
