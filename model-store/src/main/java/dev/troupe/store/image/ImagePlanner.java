package dev.troupe.store.image;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.image.PlannedTensor.Paired;
import dev.troupe.store.image.PlannedTensor.Source;
import dev.troupe.store.image.PlannedTensor.Stacked;
import dev.troupe.store.image.PlannedTensor.Vector;
import dev.troupe.store.image.TensorPlace.Kind;
import dev.troupe.store.source.FileFaults;
import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.spec.ModelDescription;
import dev.troupe.store.spec.ModelTensors;
import dev.troupe.store.spec.ModelTensors.LayerTensors;
import dev.troupe.store.spec.ModelTensors.RotationOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Lays an image out, front to back in the order of use. One use, one thread.
final class ImagePlanner {
    static final String EMBEDDING = "embedding";
    static final String HEAD = "head";
    static final int SECTION_ALIGNMENT = 4096;
    static final int TENSOR_ALIGNMENT = 64;

    private final ModelDescription model;
    private final Optional<Quantization> wish;
    private final List<PlannedTensor> planned = new ArrayList<>();
    private final List<Long> gateEnds = new ArrayList<>();
    private long position;

    private ImagePlanner(ModelDescription model, Optional<Quantization> wish) {
        this.model = model;
        this.wish = wish;
    }

    /// @throws ServingException `INVALID_MODEL_FILE` when what is quantised already is to be again
    static ImagePlan plan(ModelDescription model, Optional<Quantization> wish) {
        return new ImagePlanner(model, wish).plan();
    }

    private ImagePlan plan() {
        ModelTensors tensors = model.tensors();
        addMatrix(EMBEDDING, List.of(table(tensors.embedding())));
        endSection();
        boolean interleaved = tensors.rotation() == RotationOrder.INTERLEAVED;
        int headSize = interleaved ? model.spec().attention().headSize() : 1;
        for (int layer = 0; layer < tensors.layers().size(); layer++) {
            LayerTensors parts = tensors.layers().get(layer);
            LayerPlanner planner = new LayerPlanner(this, "layers." + layer + ".", headSize, tensors.normOffset());
            planner.addAttention(parts.attention());
            planner.addMlp(parts.mlp());
            endSection();
        }
        addVector("output_norm", List.of(tensors.outputNorm()), tensors.normOffset());
        if (!tensors.isTied()) {
            addMatrix(HEAD, List.of(table(tensors.head())));
        }
        endSection();
        return new ImagePlan(planned, gateEnds, tensors.isTied());
    }

    private RowPart table(SourceTensor tensor) {
        return RowPart.plain(
                tensor, wish.map(each -> checked(each, tensor).ofTable(tensor)).orElse(tensor.format()));
    }

    WeightFormat layerFormat(SourceTensor tensor) {
        return wish.map(each -> checked(each, tensor).ofLayer(tensor)).orElse(tensor.format());
    }

    private static Quantization checked(Quantization wish, SourceTensor tensor) {
        if (Quantization.isFull(tensor)) {
            return wish;
        }
        throw ServingException.of(
                ErrorCode.INVALID_MODEL_FILE,
                FileFaults.tensor(tensor.name()) + ": is " + tensor.format() + "; to quantise to " + wish
                        + ", F32, F16 or BF16 is needed");
    }

    void addVector(String name, List<SourceTensor> parts, float offset) {
        int width = Math.toIntExact(
                parts.stream().mapToLong(part -> part.dimensions().getFirst()).sum());
        add(name, new ImageShape(Kind.VECTOR, WeightFormat.F32, 1, width), new Vector(parts, offset));
    }

    void addMatrix(String name, List<RowPart> parts) {
        RowPart first = parts.getFirst();
        int outputs = parts.stream().mapToInt(RowPart::rows).sum();
        add(name, new ImageShape(Kind.MATRIX, first.format(), outputs, first.inputs()), new Stacked(parts));
    }

    void addPair(String name, RowPart gate, RowPart up) {
        add(name, new ImageShape(Kind.PAIR, gate.format(), gate.rows(), gate.inputs()), new Paired(gate, up));
    }

    private void add(String name, ImageShape shape, Source source) {
        position = align(position, TENSOR_ALIGNMENT);
        planned.add(new PlannedTensor(name, shape.at(position), source));
        position = Math.addExact(position, shape.bytes());
    }

    private void endSection() {
        position = align(position, SECTION_ALIGNMENT);
        gateEnds.add(position);
    }

    private static long align(long bytes, int alignment) {
        return Math.ceilDiv(bytes, alignment) * (long) alignment;
    }
}
