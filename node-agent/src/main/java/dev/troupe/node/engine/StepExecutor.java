package dev.troupe.node.engine;

import java.util.List;

/// Runs the steps of one model. Called by the engine's thread only, one step at a time.
public interface StepExecutor {
    /// Prepares a step. An earlier step that did not end is forgotten; running its slices again
    /// gives the same bits.
    ///
    /// @throws RuntimeException when this step cannot run; the engine fails its sequences
    StepRun begin(StepInput input);

    /// One step under way.
    interface StepRun {
        /// Goes on as far as the model's weights are there.
        ///
        /// @throws RuntimeException when this step cannot run; the engine fails its sequences
        Progress advance();
    }

    /// How far a step came.
    sealed interface Progress {}

    /// The next layer's weights are not there yet; the engine is woken when they are.
    record Waiting(int gate) implements Progress {}

    /// @param answers one list for each slice, in its order, one answer for each ask
    record Done(List<List<Answer>> answers) implements Progress {
        public Done {
            answers = List.copyOf(answers);
        }
    }
}
