package dev.troupe.store.image;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.spec.ModelDescription;
import dev.troupe.store.spec.ModelTensors;
import dev.troupe.store.spec.ModelTensors.LayerTensors;
import dev.troupe.store.spec.ModelTensors.MlpTensors;

/// Descriptions as if some matrices had another format.
final class OtherFormats {
    private OtherFormats() {}

    static ModelDescription ofGates(ModelDescription model, WeightFormat format) {
        ModelTensors tensors = model.tensors();
        return new ModelDescription(
                model.spec(),
                model.tokenCount(),
                new ModelTensors(
                        tensors.embedding(),
                        tensors.layers().stream()
                                .map(layer -> new LayerTensors(layer.attention(), gate(layer.mlp(), format)))
                                .toList(),
                        tensors.outputNorm(),
                        tensors.head(),
                        tensors.rotation(),
                        tensors.normOffset()));
    }

    private static MlpTensors gate(MlpTensors mlp, WeightFormat format) {
        SourceTensor gate = mlp.gate();
        return new MlpTensors(
                mlp.norm(),
                new SourceTensor(gate.name(), format, gate.dimensions(), gate.file(), gate.offset(), gate.bytes()),
                mlp.up(),
                mlp.down(),
                mlp.outputNorm());
    }
}
