package dev.troupe.store.image;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.spec.ModelTensors.AttentionTensors;
import dev.troupe.store.spec.ModelTensors.MlpTensors;
import java.util.List;
import java.util.Optional;

/// Lays one layer out.
///
/// @param headSize of q and k whose interleaved rows are put in order; 1 leaves them
/// @param normOffset added to every norm's gain
record LayerPlanner(ImagePlanner image, String prefix, int headSize, float normOffset) {
    void addAttention(AttentionTensors attention) {
        addNorm("attention_norm", attention.norm());
        addQkv(attention);
        if (!attention.bias().isEmpty()) {
            image.addVector(prefix + "qkv_bias", attention.bias(), 0);
        }
        if (!attention.headNorms().isEmpty()) {
            addNorm("query_norm", attention.headNorms().getFirst());
            addNorm("key_norm", attention.headNorms().getLast());
        }
        addMatrix("attention_output", List.of(part(attention.output(), 1)));
        addNorm("attention_output_norm", attention.outputNorm());
    }

    void addMlp(MlpTensors mlp) {
        addNorm("mlp_norm", mlp.norm());
        RowPart gate = part(mlp.gate(), 1);
        RowPart up = part(mlp.up(), 1);
        if (gate.format() == up.format()) {
            image.addPair(prefix + "gate_up", gate, up);
        } else {
            addMatrix("gate", List.of(gate));
            addMatrix("up", List.of(up));
        }
        addMatrix("down", List.of(part(mlp.down(), 1)));
        addNorm("mlp_output_norm", mlp.outputNorm());
    }

    /// One product instead of three where the formats allow it.
    private void addQkv(AttentionTensors attention) {
        RowPart q = part(attention.q(), headSize);
        RowPart k = part(attention.k(), headSize);
        RowPart v = part(attention.v(), 1);
        WeightFormat format = q.format();
        if (k.format() == format && v.format() == format) {
            addMatrix("qkv", List.of(q, k, v));
        } else {
            addMatrix("q", List.of(q));
            addMatrix("k", List.of(k));
            addMatrix("v", List.of(v));
        }
    }

    private RowPart part(SourceTensor tensor, int rowsOfHead) {
        return new RowPart(tensor, image.layerFormat(tensor), rowsOfHead);
    }

    private void addMatrix(String name, List<RowPart> parts) {
        image.addMatrix(prefix + name, parts);
    }

    private void addNorm(String name, Optional<SourceTensor> tensor) {
        tensor.ifPresent(norm -> addNorm(name, norm));
    }

    private void addNorm(String name, SourceTensor tensor) {
        image.addVector(prefix + name, List.of(tensor), normOffset);
    }
}
