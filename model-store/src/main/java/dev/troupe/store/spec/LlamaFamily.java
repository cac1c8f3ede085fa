package dev.troupe.store.spec;

import dev.troupe.store.format.GgufFile;
import dev.troupe.store.format.GgufTensor;
import dev.troupe.store.spec.ModelTensors.AttentionTensors;
import dev.troupe.store.spec.ModelTensors.LayerTensors;
import dev.troupe.store.spec.ModelTensors.MlpTensors;
import dev.troupe.store.spec.ModelTensors.RotationOrder;
import java.util.ArrayList;
import java.util.List;

/// Llama and everything that is published under its name, such as SmolLM2. Files hold the rows of q
/// and k in interleaved order.
final class LlamaFamily implements ModelFamily {
    private static final String EMBEDDING = "token_embd.weight";
    private static final int MAX_VOCABULARY = 1 << 22;

    @Override
    public String architecture() {
        return "llama";
    }

    @Override
    public ModelDescription describe(GgufFile file) {
        LlamaKeys keys = new LlamaKeys(file.metadata());
        ModelSpec spec = keys.spec(embeddingRows(file));
        TensorFinder finder = new TensorFinder(file);
        GgufTensor embedding = finder.matrix(EMBEDDING, spec.vocabularySize(), spec.width());
        List<LayerTensors> layers = new ArrayList<>();
        for (int layer = 0; layer < spec.layers(); layer++) {
            String prefix = "blk." + layer + ".";
            layers.add(new LayerTensors(attention(finder, prefix, spec), mlp(finder, prefix, spec)));
        }
        GgufTensor outputNorm = finder.norm("output_norm.weight", spec.width());
        GgufTensor head = finder.findMatrix("output.weight", spec.vocabularySize(), spec.width())
                .orElse(embedding);
        finder.refuseOthers();
        return new ModelDescription(
                spec,
                keys.tokenCount(spec.vocabularySize()),
                new ModelTensors(embedding, layers, outputNorm, head, RotationOrder.INTERLEAVED));
    }

    private static int embeddingRows(GgufFile file) {
        GgufTensor embedding = file.tensor(EMBEDDING).orElseThrow(() -> file.fault(EMBEDDING, "is missing"));
        long rows = embedding.dimensions().getLast();
        if (embedding.dimensions().size() != 2 || rows > MAX_VOCABULARY) {
            throw file.fault(
                    EMBEDDING,
                    "has the shape " + embedding.dimensions() + "; two dimensions with at most " + MAX_VOCABULARY
                            + " rows are needed");
        }
        return (int) rows;
    }

    private static AttentionTensors attention(TensorFinder finder, String prefix, ModelSpec spec) {
        int width = spec.width();
        int qWidth = spec.attention().heads() * spec.attention().headSize();
        int kvWidth = spec.attention().kvHeads() * spec.attention().headSize();
        return new AttentionTensors(
                finder.norm(prefix + "attn_norm.weight", width),
                finder.matrix(prefix + "attn_q.weight", qWidth, width),
                finder.matrix(prefix + "attn_k.weight", kvWidth, width),
                finder.matrix(prefix + "attn_v.weight", kvWidth, width),
                finder.matrix(prefix + "attn_output.weight", width, qWidth));
    }

    private static MlpTensors mlp(TensorFinder finder, String prefix, ModelSpec spec) {
        int width = spec.width();
        int inner = spec.feedForwardWidth();
        return new MlpTensors(
                finder.norm(prefix + "ffn_norm.weight", width),
                finder.matrix(prefix + "ffn_gate.weight", inner, width),
                finder.matrix(prefix + "ffn_up.weight", inner, width),
                finder.matrix(prefix + "ffn_down.weight", width, inner));
    }
}
