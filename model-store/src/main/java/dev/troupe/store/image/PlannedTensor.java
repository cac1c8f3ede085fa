package dev.troupe.store.image;

import dev.troupe.store.source.SourceTensor;
import java.util.List;

/// One tensor of the image with what it is made from.
record PlannedTensor(String name, TensorPlace place, Source source) {
    sealed interface Source {}

    /// Norms or biases one behind the other, widened to fp32.
    ///
    /// @param offset added to every element
    record Vector(List<SourceTensor> parts, float offset) implements Source {
        Vector {
            parts = List.copyOf(parts);
        }
    }

    /// One or more matrices of one format and width, rows of the first one first.
    record Stacked(List<RowPart> parts) implements Source {
        Stacked {
            parts = List.copyOf(parts);
        }
    }

    /// Gate and up panels in turn.
    record Paired(RowPart gate, RowPart up) implements Source {}
}
