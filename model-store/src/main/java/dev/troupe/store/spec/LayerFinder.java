package dev.troupe.store.spec;

import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.spec.ModelTensors.AttentionTensors;
import dev.troupe.store.spec.ModelTensors.LayerTensors;
import dev.troupe.store.spec.ModelTensors.MlpTensors;
import dev.troupe.store.spec.TensorNames.LayerTensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the tensors of one layer.
record LayerFinder(TensorFinder finder, TensorNames names, TensorTraits traits, ModelSpec spec, int layer) {
    LayerTensors find() {
        return new LayerTensors(attention(), mlp());
    }

    private AttentionTensors attention() {
        AttentionSpec attention = spec.attention();
        int q = attention.qWidth();
        int kv = attention.kvWidth();
        SourceTensor norm = vector(LayerTensor.ATTENTION_NORM, spec.width());
        List<SourceTensor> qkv = traits.fused()
                ? split(matrix(LayerTensor.FUSED_QKV, q + 2 * kv, spec.width()), q, kv, kv)
                : List.of(
                        matrix(LayerTensor.QUERY, q, spec.width()),
                        matrix(LayerTensor.KEY, kv, spec.width()),
                        matrix(LayerTensor.VALUE, kv, spec.width()));
        return new AttentionTensors(
                norm,
                qkv.get(0),
                qkv.get(1),
                qkv.get(2),
                matrix(LayerTensor.ATTENTION_OUTPUT, spec.width(), q),
                bias(q, kv),
                headNorms(attention.headSize()),
                outputNorm(LayerTensor.ATTENTION_OUTPUT_NORM));
    }

    private MlpTensors mlp() {
        int width = spec.width();
        int inner = spec.feedForwardWidth();
        SourceTensor norm = vector(traits.outputNorms() ? LayerTensor.MLP_NORM_OF_FOUR : LayerTensor.MLP_NORM, width);
        List<SourceTensor> gateUp = traits.fused()
                ? split(matrix(LayerTensor.FUSED_GATE_UP, 2 * inner, width), inner, inner)
                : List.of(matrix(LayerTensor.GATE, inner, width), matrix(LayerTensor.UP, inner, width));
        SourceTensor down = matrix(LayerTensor.DOWN, width, inner);
        return new MlpTensors(norm, gateUp.getFirst(), gateUp.getLast(), down, outputNorm(LayerTensor.MLP_OUTPUT_NORM));
    }

    private List<SourceTensor> bias(int q, int kv) {
        return traits.bias()
                ? List.of(
                        vector(LayerTensor.QUERY_BIAS, q),
                        vector(LayerTensor.KEY_BIAS, kv),
                        vector(LayerTensor.VALUE_BIAS, kv))
                : List.of();
    }

    private List<SourceTensor> headNorms(int headSize) {
        return traits.headNorms()
                ? List.of(vector(LayerTensor.QUERY_NORM, headSize), vector(LayerTensor.KEY_NORM, headSize))
                : List.of();
    }

    private Optional<SourceTensor> outputNorm(LayerTensor tensor) {
        return traits.outputNorms() ? Optional.of(vector(tensor, spec.width())) : Optional.empty();
    }

    /// Rows in turn, as many as each asks for.
    private static List<SourceTensor> split(SourceTensor fused, int... rows) {
        List<SourceTensor> parts = new ArrayList<>();
        int first = 0;
        for (int count : rows) {
            parts.add(fused.rows(first, count));
            first += count;
        }
        return parts;
    }

    private SourceTensor vector(LayerTensor tensor, int width) {
        return finder.vector(names.layer(layer, tensor), width);
    }

    private SourceTensor matrix(LayerTensor tensor, int outputs, int inputs) {
        return finder.matrix(names.layer(layer, tensor), outputs, inputs);
    }
}
