package dev.troupe.node.engine;

import dev.troupe.node.kv.BlockTable;
import dev.troupe.protocol.generate.SamplingParams;
import java.util.List;

/// One step's work for one model. The order of slices and of their rows has no influence on any
/// result.
///
/// @param slices at least one
public record StepInput(List<Slice> slices) {
    public StepInput {
        slices = List.copyOf(slices);
    }

    /// A run of positions of one sequence.
    ///
    /// @param table where its KV lies
    /// @param firstPosition absolute position of `tokens[0]`; all positions before it were computed
    ///     by earlier steps
    /// @param tokens at least one; owned by the executor from here
    /// @param asks what is wanted of which rows, ascending by row, at most one of each
    /// @param past of the sequence
    public record Slice(BlockTable table, int firstPosition, int[] tokens, List<Ask> asks, Past past) {
        public Slice {
            asks = List.copyOf(asks);
        }
    }

    /// What a sequence said before a slice.
    ///
    /// @param tokens the sequence's own; those before the slice's first position are valid. Read when
    ///     a step begins, never kept
    /// @param promptLength how many of them are the prompt's
    public record Past(int[] tokens, int promptLength) {}

    /// @param row index into the slice's tokens
    /// @param topCount alternatives to report
    public record Ask(int row, Want want, int topCount) {}

    /// What is wanted of the token that follows a row.
    public sealed interface Want {}

    /// It is known already and is only scored.
    public record Given(int token) implements Want {}

    /// It is to be chosen.
    ///
    /// @param position its absolute position: the counter of the draw
    /// @param banned ids that must not be chosen; in a slice the same for all rows that have any, which
    ///     are the first ones
    public record Next(SamplingParams sampling, int position, List<Integer> banned) implements Want {
        public Next {
            banned = List.copyOf(banned);
        }
    }
}
