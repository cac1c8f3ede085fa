package dev.troupe.store.spec;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.format.GgufFile;
import dev.troupe.store.format.GgufTensor;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Takes tensors out of a file by name, checks their shapes, and knows which ones nobody took.
final class TensorFinder {
    private static final Set<WeightFormat> NORM_FORMATS = Set.of(WeightFormat.F32, WeightFormat.F16);

    private final GgufFile file;
    private final Set<String> taken = new HashSet<>();

    TensorFinder(GgufFile file) {
        this.file = file;
    }

    GgufTensor norm(String name, int width) {
        GgufTensor tensor = take(name, List.of((long) width));
        if (!NORM_FORMATS.contains(tensor.format())) {
            throw file.fault(name, "has the format " + tensor.format() + "; a norm needs F32 or F16");
        }
        return tensor;
    }

    GgufTensor matrix(String name, int outputs, int inputs) {
        return take(name, List.of((long) inputs, (long) outputs));
    }

    Optional<GgufTensor> findMatrix(String name, int outputs, int inputs) {
        return file.tensor(name).map(tensor -> matrix(name, outputs, inputs));
    }

    /// A tensor that no rule asked for may change what the model computes.
    void refuseOthers() {
        for (String name : file.tensors().keySet()) {
            if (!taken.contains(name)) {
                throw file.fault(name, "is not a tensor of this family; ignoring it could change results");
            }
        }
    }

    private GgufTensor take(String name, List<Long> shape) {
        GgufTensor tensor = file.tensor(name).orElseThrow(() -> file.fault(name, "is missing; its shape is " + shape));
        if (!tensor.dimensions().equals(shape)) {
            throw file.fault(name, "has the shape " + tensor.dimensions() + "; the hyper-parameters say " + shape);
        }
        taken.add(name);
        return tensor;
    }
}
