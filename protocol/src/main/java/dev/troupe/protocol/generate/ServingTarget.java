package dev.troupe.protocol.generate;

import dev.troupe.protocol.Digest;
import java.util.Objects;

/// The exact version that must answer. A node that does not hold exactly this refuses.
///
/// @param model digest of the model
/// @param numericsClass for example `portable-1`; see `docs/numerics.md`
public record ServingTarget(Digest model, String numericsClass) {
    public ServingTarget {
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(numericsClass, "numericsClass");
    }
}
