package dev.troupe.node.model;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Kernels;
import dev.troupe.kernel.Matrix;
import dev.troupe.kernel.Ops;
import dev.troupe.store.spec.ModelSpec;
import java.util.List;
import java.util.Optional;

/// The one decoder: what differs between models is in its spec and in the shapes of its weights.
/// Holds no state of a step; the step's rows are in the workspace.
final class DecoderModel {
    private final Kernels kernels;
    private final ModelSpec spec;
    private final int tokenCount;
    private final AttentionShape attention;
    private final ModelWeights weights;
    private final Workspace space;
    private final List<LayerRules> rules;

    /// @param tokenCount what may be chosen and counts in scores; the head's other rows are padding
    DecoderModel(
            Kernels kernels,
            ModelSpec spec,
            int tokenCount,
            ModelWeights weights,
            Workspace space,
            RotationTables rotations) {
        this.kernels = kernels;
        this.spec = spec;
        this.tokenCount = tokenCount;
        this.attention = LayerRules.shape(spec.attention());
        this.weights = weights;
        this.space = space;
        this.rules = LayerRules.of(spec.attention(), weights, rotations);
    }

    /// Fills the stream with the rows of the step's token ids.
    void embed(int rows) {
        float scale = spec.block().embeddingScale();
        kernels.embed(new Ops.Embed(weights.embedding(), space.meta().tokenIds(), scale, space.stream(), rows));
    }

    /// Takes the stream through a span of layers and stores their keys and values. In the last layer
    /// nothing but these is computed for rows without asks.
    void forward(Span span, StepRows rows) {
        for (int layer = span.first(); layer < span.end(); layer++) {
            storeKeysAndValues(layer, rows.all());
            if (layer < weights.layers().size() - 1 || rows.areAllAsked()) {
                finishLayer(layer, all(rows));
            } else if (rows.asked() > 0) {
                finishLayer(layer, gatherAsked(rows));
            }
        }
    }

    /// Turns the rows with asks into choices.
    ///
    /// @param rows at least one is asked
    void choose(StepRows rows) {
        Workspace.Head head = space.head();
        Ops.Rows stream = rows.areAllAsked() ? space.stream() : head.asked().stream();
        Matrix matrix = weights.head();
        head.normed().normalizeFrom(kernels, stream, weights.outputNorm(), rows.asked(), LeftOperand.Forms.of(matrix));
        product(matrix, head.normed(), head.logits(), rows.asked(), Ops.Epilogue.STORE);
        Optional<Float> cap = spec.block().logitSoftcap();
        if (cap.isPresent()) {
            kernels.softcap(new Ops.Softcap(head.logits(), cap.get(), tokenCount, rows.asked()));
        }
        kernels.sample(new Ops.Sample(
                head.logits(),
                tokenCount,
                space.meta().draws(),
                space.meta().choices(),
                rows.asked(),
                head.sampleScratch()));
    }

    /// Rows that finish a layer side by side.
    private record Lines(Ops.Rows stream, Ops.Rows q, long positions, long tables, int count) {
        Ops.KvView kv(long layerOffsetBytes) {
            return new Ops.KvView(positions, tables, layerOffsetBytes);
        }
    }

    private Lines all(StepRows rows) {
        return new Lines(
                space.stream(),
                space.qkv(),
                space.meta().positions(),
                space.meta().tables(),
                rows.all());
    }

    private Lines gatherAsked(StepRows rows) {
        Workspace.Asked asked = space.head().asked();
        long indices = space.meta().rowIndices();
        kernels.gather(new Ops.Gather(space.stream(), indices, asked.stream(), spec.width(), rows.asked()));
        kernels.gather(new Ops.Gather(space.qkv(), indices, asked.q(), attention.qWidth(), rows.asked()));
        return new Lines(asked.stream(), asked.q(), asked.positions(), asked.tables(), rows.asked());
    }

    private void storeKeysAndValues(int index, int rows) {
        ModelWeights.Attention layer = weights.layers().get(index).attention();
        LeftOperand hidden = space.hidden();
        hidden.normalizeFrom(kernels, space.stream(), layer.norm(), rows, layer.qkvForms());
        for (ModelWeights.Projection projection : layer.qkv()) {
            product(projection.matrix(), hidden, qkvFrom(projection.column()), rows, Ops.Epilogue.STORE);
        }
        Ops.KvView kv = new Ops.KvView(space.meta().positions(), space.meta().tables(), layerOffset(index));
        kernels.rotateAndStore(
                new Ops.RotateAndStore(space.qkv(), attention, rules.get(index).heads(), kv, rows));
    }

    private void finishLayer(int index, Lines lines) {
        ModelWeights.Attention layer = weights.layers().get(index).attention();
        int rows = lines.count();
        LeftOperand attended = space.attention();
        kernels.attend(new Ops.Attend(
                lines.q(),
                attention,
                rules.get(index).scores(),
                lines.kv(layerOffset(index)),
                attended.floats(),
                rows,
                space.attendScratch()));
        attended.quantizeFor(kernels, layer.output(), rows);
        addProduct(layer.output(), attended, layer.outputNorm(), lines);
        feedForward(weights.layers().get(index).mlp(), lines);
    }

    private void feedForward(ModelWeights.Mlp layer, Lines lines) {
        int rows = lines.count();
        LeftOperand hidden = space.hidden();
        hidden.normalizeFrom(
                kernels, lines.stream(), layer.norm(), rows, layer.gateUp().forms());
        gate(layer.gateUp(), rows);
        space.mlp().product().quantizeFor(kernels, layer.down(), rows);
        addProduct(layer.down(), space.mlp().product(), layer.outputNorm(), lines);
    }

    /// To the stream. Where the product has a norm of its own it is made in `hidden`, which nothing
    /// reads any more at both of its uses.
    private void addProduct(Matrix matrix, LeftOperand left, Optional<Ops.Gain> norm, Lines lines) {
        if (norm.isEmpty()) {
            product(matrix, left, lines.stream(), lines.count(), Ops.Epilogue.ADD);
            return;
        }
        Ops.Rows made = space.hidden().floats();
        product(matrix, left, made, lines.count(), Ops.Epilogue.STORE);
        kernels.normalizeAdd(new Ops.NormalizeAdd(made, norm.get(), lines.stream(), spec.width(), lines.count()));
    }

    private void gate(ModelWeights.GateUp gateUp, int rows) {
        LeftOperand hidden = space.hidden();
        Ops.Rows out = space.mlp().product().floats();
        switch (gateUp) {
            case ModelWeights.Paired(Matrix pair) -> product(pair, hidden, out, rows, pairedEpilogue());
            case ModelWeights.Apart(Matrix gate, Matrix up) -> {
                Ops.Rows factor = space.mlp().up().orElseThrow();
                product(gate, hidden, out, rows, Ops.Epilogue.STORE);
                product(up, hidden, factor, rows, Ops.Epilogue.STORE);
                kernels.activate(new Ops.Activate(activation(), out, factor, out, spec.feedForwardWidth(), rows));
            }
        }
    }

    private Ops.Epilogue pairedEpilogue() {
        return switch (spec.block().activation()) {
            case SILU -> Ops.Epilogue.SWIGLU;
            case GELU_TANH -> Ops.Epilogue.GEGLU;
        };
    }

    private Ops.Activation activation() {
        return switch (spec.block().activation()) {
            case SILU -> Ops.Activation.SILU;
            case GELU_TANH -> Ops.Activation.GELU_TANH;
        };
    }

    private long layerOffset(int index) {
        return index * attention.layerBlockBytes();
    }

    private Ops.Rows qkvFrom(int column) {
        return new Ops.Rows(
                space.qkv().address() + (long) column * Float.BYTES, space.qkv().stride());
    }

    private void product(Matrix matrix, LeftOperand left, Ops.Rows out, int rows, Ops.Epilogue epilogue) {
        kernels.linear(new Ops.Linear(matrix, left.inputOf(matrix), out, rows, epilogue));
    }
}
