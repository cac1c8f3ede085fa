package dev.troupe.node.model;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Kernels;
import dev.troupe.kernel.Matrix;
import dev.troupe.kernel.Ops;
import dev.troupe.store.spec.ModelSpec;
import java.util.List;

/// The one decoder: what differs between models is in its spec and in the shapes of its weights.
/// Holds no state of a step; the step's rows are in the workspace.
final class DecoderModel {
    private final Kernels kernels;
    private final ModelSpec spec;
    private final AttentionShape attention;
    private final ModelWeights weights;
    private final Workspace space;
    private final long rotations;

    DecoderModel(Kernels kernels, ModelSpec spec, ModelWeights weights, Workspace space, long rotations) {
        this.kernels = kernels;
        this.spec = spec;
        this.attention = attentionShape(spec);
        this.weights = weights;
        this.space = space;
        this.rotations = rotations;
    }

    static AttentionShape attentionShape(ModelSpec spec) {
        int headSize = spec.attention().headSize();
        return new AttentionShape(spec.attention().heads(), spec.attention().kvHeads(), headSize, (float)
                (1.0 / StrictMath.sqrt(headSize)));
    }

    /// Fills the stream with the rows of the step's token ids.
    void embed(int rows) {
        kernels.embed(new Ops.Embed(weights.embedding(), space.meta().tokenIds(), space.stream(), rows));
    }

    /// Takes the stream through a span of layers and stores their keys and values.
    void forward(Span span, int rows) {
        for (int layer = span.first(); layer < span.end(); layer++) {
            attentionPart(layer, rows);
            mlpPart(weights.layers().get(layer), rows);
        }
    }

    /// Turns the rows that need logits into choices.
    ///
    /// @param rows at least 1
    void choose(int rows) {
        Workspace.Head head = space.head();
        kernels.gather(new Ops.Gather(space.stream(), space.meta().rowIndices(), head.gathered(), spec.width(), rows));
        Matrix matrix = weights.head();
        head.normed().normalizeFrom(kernels, head.gathered(), weights.outputNorm(), rows, List.of(matrix));
        product(matrix, head.normed(), head.logits(), rows, Ops.Epilogue.STORE);
        kernels.sample(new Ops.Sample(
                head.logits(),
                spec.vocabularySize(),
                space.meta().draws(),
                space.meta().choices(),
                rows,
                head.sampleScratch()));
    }

    private void attentionPart(int index, int rows) {
        ModelWeights.Layer layer = weights.layers().get(index);
        LeftOperand hidden = space.hidden();
        hidden.normalizeFrom(kernels, space.stream(), layer.attentionNorm(), rows, layer.qkvMatrices());
        for (ModelWeights.Projection projection : layer.qkv()) {
            product(projection.matrix(), hidden, qkvFrom(projection.column()), rows, Ops.Epilogue.STORE);
        }
        Ops.KvView kv =
                new Ops.KvView(space.meta().positions(), space.meta().tables(), index * attention.layerBlockBytes());
        kernels.rotateAndStore(new Ops.RotateAndStore(space.qkv(), attention, rotations, kv, rows));
        LeftOperand attended = space.attention();
        kernels.attend(new Ops.Attend(space.qkv(), attention, kv, attended.floats(), rows, space.attendScratch()));
        attended.quantizeFor(kernels, layer.attentionOutput(), rows);
        product(layer.attentionOutput(), attended, space.stream(), rows, Ops.Epilogue.ADD);
    }

    private void mlpPart(ModelWeights.Layer layer, int rows) {
        LeftOperand hidden = space.hidden();
        hidden.normalizeFrom(kernels, space.stream(), layer.mlpNorm(), rows, List.of(layer.gateUp()));
        product(layer.gateUp(), hidden, space.mlp().floats(), rows, Ops.Epilogue.SWIGLU);
        space.mlp().quantizeFor(kernels, layer.down(), rows);
        product(layer.down(), space.mlp(), space.stream(), rows, Ops.Epilogue.ADD);
    }

    private Ops.Rows qkvFrom(int column) {
        return new Ops.Rows(
                space.qkv().address() + (long) column * Float.BYTES, space.qkv().stride());
    }

    private void product(Matrix matrix, LeftOperand left, Ops.Rows out, int rows, Ops.Epilogue epilogue) {
        kernels.linear(new Ops.Linear(matrix, left.inputOf(matrix), out, rows, epilogue));
    }
}
