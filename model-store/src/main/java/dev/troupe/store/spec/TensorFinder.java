package dev.troupe.store.spec;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.source.TensorDirectory;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Takes tensors out of a model's files by name, checks their shapes, and knows which ones nobody
/// took.
final class TensorFinder {
    private static final Set<WeightFormat> VECTOR_FORMATS =
            Set.of(WeightFormat.F32, WeightFormat.F16, WeightFormat.BF16);

    private final TensorDirectory directory;
    private final Set<String> taken = new HashSet<>();

    TensorFinder(TensorDirectory directory) {
        this.directory = directory;
    }

    SourceTensor vector(String name, int width) {
        SourceTensor tensor = take(name, List.of((long) width));
        if (!VECTOR_FORMATS.contains(tensor.format())) {
            throw directory.fault(
                    name, "has the format " + tensor.format() + "; a norm or bias needs F32, F16 or BF16");
        }
        return tensor;
    }

    SourceTensor matrix(String name, int outputs, int inputs) {
        return take(name, List.of((long) inputs, (long) outputs));
    }

    Optional<SourceTensor> findMatrix(String name, int outputs, int inputs) {
        return directory.tensor(name).map(tensor -> matrix(name, outputs, inputs));
    }

    /// A tensor that no rule asked for may change what the model computes.
    ///
    /// @param harmless names of those that never do
    void refuseOthers(Predicate<String> harmless) {
        for (String name : directory.tensors().keySet()) {
            if (!taken.contains(name) && !harmless.test(name)) {
                throw directory.fault(name, "is not a tensor of this family; ignoring it could change results");
            }
        }
    }

    private SourceTensor take(String name, List<Long> shape) {
        SourceTensor tensor =
                directory.tensor(name).orElseThrow(() -> directory.fault(name, "is missing; its shape is " + shape));
        if (!tensor.dimensions().equals(shape)) {
            throw directory.fault(name, "has the shape " + tensor.dimensions() + "; the hyper-parameters say " + shape);
        }
        taken.add(name);
        return tensor;
    }
}
