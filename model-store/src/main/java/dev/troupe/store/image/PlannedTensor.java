package dev.troupe.store.image;

import dev.troupe.store.format.GgufTensor;
import java.util.List;

/// One tensor of the image with what it is made from.
record PlannedTensor(String name, TensorPlace place, Source source) {
    sealed interface Source {}

    /// A norm, widened to fp32.
    record Vector(GgufTensor tensor) implements Source {}

    /// One or more matrices of one format and width, rows of the first one first.
    record Stacked(List<RowPart> parts) implements Source {
        Stacked {
            parts = List.copyOf(parts);
        }
    }

    /// Gate and up panels in turn.
    record Paired(RowPart gate, RowPart up) implements Source {}
}
