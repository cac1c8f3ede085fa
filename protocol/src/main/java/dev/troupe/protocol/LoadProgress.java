package dev.troupe.protocol;

import java.util.Objects;
import java.util.OptionalLong;

/// How far a model is that cannot answer yet.
///
/// @param state what is being done, for example `packing`
/// @param progress share that is done, `0..1`
/// @param etaSeconds predicted wait, at least 1; empty when nothing can be said yet
public record LoadProgress(String state, double progress, OptionalLong etaSeconds) {
    public LoadProgress {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(etaSeconds, "etaSeconds");
        if (!(progress >= 0 && progress <= 1)) {
            throw new IllegalArgumentException("progress is " + progress + "; allowed is 0 to 1");
        }
    }
}
