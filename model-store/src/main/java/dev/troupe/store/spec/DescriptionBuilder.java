package dev.troupe.store.spec;

import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.source.TensorDirectory;
import dev.troupe.store.spec.ModelTensors.LayerTensors;
import dev.troupe.store.spec.ModelTensors.RotationOrder;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Applies a family's rules to one model.
record DescriptionBuilder(ModelFamily family, Parameters parameters, TensorNames names, TensorDirectory directory) {
    /// Read elsewhere, or only for sequences that are not served.
    private static final Set<String> FACTORS = Set.of(FactorTensor.FREQUENCIES, FactorTensor.SHORT, FactorTensor.LONG);
    /// What old conversions kept of the rotation; it follows from the hyper-parameters.
    private static final Pattern COMPUTED =
            Pattern.compile("model\\.layers\\.\\d+\\.self_attn\\.rotary_emb\\.inv_freq");

    /// @param rows of the embedding
    ModelDescription build(int rows, int tokenCount) {
        ModelSpec spec = spec(rows);
        TensorFinder finder = new TensorFinder(directory);
        SourceTensor embedding = finder.matrix(names.embedding(), rows, spec.width());
        var layers = IntStream.range(0, spec.layers())
                .mapToObj(layer -> layer(finder, spec, layer))
                .toList();
        SourceTensor outputNorm = finder.vector(names.outputNorm(), spec.width());
        SourceTensor head = head(finder, spec, embedding);
        finder.refuseOthers(this::isHarmless);
        boolean gguf = names == TensorNames.GGUF;
        RotationOrder order =
                gguf && family.traits().interleaved() ? RotationOrder.INTERLEAVED : RotationOrder.HALF_SPLIT;
        float offset = gguf ? 0 : family.traits().normOffset();
        return new ModelDescription(
                spec, tokenCount, new ModelTensors(embedding, layers, outputNorm, head, order, offset));
    }

    private ModelSpec spec(int rows) {
        return new ModelSpec(
                family.name(),
                rows,
                parameters.context(),
                parameters.require(Parameter.WIDTH, Parameters.MAX_WIDTH),
                parameters.require(Parameter.FEED_FORWARD, Parameters.MAX_FEED_FORWARD),
                parameters.layers(),
                family.attention(parameters, parameters.heads()),
                family.block(parameters));
    }

    private LayerTensors layer(TensorFinder finder, ModelSpec spec, int layer) {
        return new LayerFinder(finder, names, family.traits(), spec, layer).find();
    }

    /// In GGUF an output matrix counts when it is there. A configuration decides by its own word: tied
    /// means the embedding, whatever else is there; not tied needs a head.
    private SourceTensor head(TensorFinder finder, ModelSpec spec, SourceTensor embedding) {
        Optional<SourceTensor> head = finder.findMatrix(names.head(), spec.vocabularySize(), spec.width());
        if (!(parameters instanceof ConfigParameters config)) {
            return head.orElse(embedding);
        }
        if (config.isTied(family.traits().tied())) {
            return embedding;
        }
        return head.orElseThrow(() -> directory.fault(
                names.head(),
                "is missing, and " + ConfigParameters.TIED + " does not say that the embedding takes its place"));
    }

    private boolean isHarmless(String name) {
        if (names == TensorNames.SAFETENSORS) {
            return COMPUTED.matcher(name).matches();
        }
        boolean pair = directory.tensor(FactorTensor.SHORT).isPresent();
        return FACTORS.contains(name) && (pair || !name.equals(FactorTensor.LONG));
    }
}
