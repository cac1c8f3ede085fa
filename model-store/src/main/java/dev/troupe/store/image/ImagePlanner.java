package dev.troupe.store.image;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.format.GgufTensor;
import dev.troupe.store.image.PlannedTensor.Paired;
import dev.troupe.store.image.PlannedTensor.Source;
import dev.troupe.store.image.PlannedTensor.Stacked;
import dev.troupe.store.image.PlannedTensor.Vector;
import dev.troupe.store.image.TensorPlace.Kind;
import dev.troupe.store.spec.ModelDescription;
import dev.troupe.store.spec.ModelTensors;
import dev.troupe.store.spec.ModelTensors.AttentionTensors;
import dev.troupe.store.spec.ModelTensors.LayerTensors;
import dev.troupe.store.spec.ModelTensors.MlpTensors;
import dev.troupe.store.spec.ModelTensors.RotationOrder;
import java.util.ArrayList;
import java.util.List;

/// Lays an image out, front to back in the order of use. One use, one thread.
final class ImagePlanner {
    static final String EMBEDDING = "embedding";
    static final String HEAD = "head";
    static final int SECTION_ALIGNMENT = 4096;
    static final int TENSOR_ALIGNMENT = 64;

    private final ModelDescription model;
    private final List<PlannedTensor> planned = new ArrayList<>();
    private final List<Long> gateEnds = new ArrayList<>();
    private long position;

    private ImagePlanner(ModelDescription model) {
        this.model = model;
    }

    /// @throws ServingException `INVALID_MODEL_FILE` when gate and up differ in format
    static ImagePlan plan(ModelDescription model) {
        return new ImagePlanner(model).plan();
    }

    private ImagePlan plan() {
        ModelTensors tensors = model.tensors();
        addMatrix(EMBEDDING, List.of(RowPart.plain(tensors.embedding())));
        endSection();
        for (int layer = 0; layer < tensors.layers().size(); layer++) {
            addLayer("layers." + layer + ".", tensors.layers().get(layer));
            endSection();
        }
        addVector("output_norm", tensors.outputNorm());
        if (!tensors.isTied()) {
            addMatrix(HEAD, List.of(RowPart.plain(tensors.head())));
        }
        endSection();
        return new ImagePlan(planned, gateEnds, tensors.isTied());
    }

    private void addLayer(String prefix, LayerTensors layer) {
        addVector(prefix + "attention_norm", layer.attention().norm());
        addQkv(prefix, layer.attention());
        addMatrix(
                prefix + "attention_output",
                List.of(RowPart.plain(layer.attention().output())));
        addVector(prefix + "mlp_norm", layer.mlp().norm());
        addPair(prefix + "gate_up", layer.mlp());
        addMatrix(prefix + "down", List.of(RowPart.plain(layer.mlp().down())));
    }

    /// One product instead of three where the formats allow it.
    private void addQkv(String prefix, AttentionTensors attention) {
        boolean interleaved = model.tensors().rotation() == RotationOrder.INTERLEAVED;
        int headSize = interleaved ? model.spec().attention().headSize() : 1;
        RowPart q = new RowPart(attention.q(), headSize);
        RowPart k = new RowPart(attention.k(), headSize);
        RowPart v = RowPart.plain(attention.v());
        WeightFormat format = attention.q().format();
        if (attention.k().format() == format && attention.v().format() == format) {
            addMatrix(prefix + "qkv", List.of(q, k, v));
        } else {
            addMatrix(prefix + "q", List.of(q));
            addMatrix(prefix + "k", List.of(k));
            addMatrix(prefix + "v", List.of(v));
        }
    }

    private void addVector(String name, GgufTensor tensor) {
        int width = Math.toIntExact(tensor.dimensions().getFirst());
        add(name, new ImageShape(Kind.VECTOR, WeightFormat.F32, 1, width), new Vector(tensor));
    }

    private void addMatrix(String name, List<RowPart> parts) {
        RowPart first = parts.getFirst();
        int outputs = parts.stream().mapToInt(RowPart::rows).sum();
        ImageShape shape = new ImageShape(Kind.MATRIX, first.tensor().format(), outputs, first.inputs());
        add(name, shape, new Stacked(parts));
    }

    private void addPair(String name, MlpTensors mlp) {
        if (mlp.gate().format() != mlp.up().format()) {
            throw ServingException.of(
                    ErrorCode.INVALID_MODEL_FILE,
                    "tensors '" + mlp.gate().name() + "' and '" + mlp.up().name() + "' have the formats "
                            + mlp.gate().format() + " and " + mlp.up().format() + "; equal ones are needed");
        }
        RowPart gate = RowPart.plain(mlp.gate());
        ImageShape shape = new ImageShape(Kind.PAIR, mlp.gate().format(), gate.rows(), gate.inputs());
        add(name, shape, new Paired(gate, RowPart.plain(mlp.up())));
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
