package dev.troupe.store.image;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.source.SourceTensor;
import java.util.Set;

/// A wish to store a model's matrices in fewer bits. Only full numbers (F32, F16, BF16) are
/// quantised, and only rows of a multiple of 32; norms and biases never are. Embedding and head, whose
/// rows weigh more, stay Q8_0 when the rest has four bits.
public enum Quantization {
    Q8_0(WeightFormat.Q8_0),
    Q4_0(WeightFormat.Q4_0),
    Q4_1(WeightFormat.Q4_1);

    private static final Set<WeightFormat> FULL = Set.of(WeightFormat.F32, WeightFormat.F16, WeightFormat.BF16);

    private final WeightFormat format;

    Quantization(WeightFormat format) {
        this.format = format;
    }

    /// Whether the tensor holds full numbers.
    static boolean isFull(SourceTensor tensor) {
        return FULL.contains(tensor.format());
    }

    /// What a layer's matrix becomes.
    WeightFormat ofLayer(SourceTensor matrix) {
        return fits(matrix) ? format : matrix.format();
    }

    /// What embedding and head become.
    WeightFormat ofTable(SourceTensor matrix) {
        return fits(matrix) ? WeightFormat.Q8_0 : matrix.format();
    }

    private boolean fits(SourceTensor matrix) {
        return matrix.dimensions().getFirst() % format.groupSize() == 0;
    }
}
