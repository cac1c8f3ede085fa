package dev.troupe.control.models;

import java.time.Duration;

/// What creating models may take.
///
/// @param maxFiles of one model
/// @param maxPathCharacters of one file's path
/// @param maxModels of this gateway, those that failed included
/// @param maxWaiting models whose files are checked, or that wait to be packed
/// @param checkTimeout how long checking the files of one model may take
/// @param drainTimeout how long replies of a deleted model may go on
/// @param sweepInterval pause between two looks for files that nobody uses
public record ModelLimits(
        int maxFiles,
        int maxPathCharacters,
        int maxModels,
        int maxWaiting,
        Duration checkTimeout,
        Duration drainTimeout,
        Duration sweepInterval) {
    public static ModelLimits defaults() {
        return new ModelLimits(
                1024, 255, 10_000, 64, Duration.ofMinutes(2), Duration.ofMinutes(10), Duration.ofMinutes(5));
    }
}
