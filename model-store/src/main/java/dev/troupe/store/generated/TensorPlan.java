package dev.troupe.store.generated;

import dev.troupe.store.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;

/// Which tensors a generated model has, and how large their numbers are.
record TensorPlan(GeneratedModel model) {
    /// Small against what the layers add, else each token would predict itself.
    private static final float EMBEDDING_DEVIATION = 0.05f;

    private static final float LOGIT_DEVIATION = 2f;
    /// Squared, it is the deviation of attention scores: large enough that few positions count.
    private static final float QUERY_GAIN = 1.7f;

    private static final float VALUE_GAIN = 1.5f;
    private static final float MLP_GAIN = 1.3f;

    List<RandomTensor> tensors() {
        ModelSpec spec = model.spec();
        List<RandomTensor> tensors = new ArrayList<>();
        tensors.add(RandomTensor.matrix(
                "token_embd.weight",
                model.formats().embedding(),
                spec.vocabularySize(),
                spec.width(),
                EMBEDDING_DEVIATION));
        for (int layer = 0; layer < spec.layers(); layer++) {
            addAttention(tensors, "blk." + layer + ".");
            addMlp(tensors, "blk." + layer + ".");
        }
        float normMean = LOGIT_DEVIATION / (EMBEDDING_DEVIATION * root(spec.width()));
        tensors.add(RandomTensor.vector("output_norm.weight", spec.width(), normMean));
        if (!model.tiedHead()) {
            tensors.add(RandomTensor.matrix(
                    "output.weight", model.formats().head(), spec.vocabularySize(), spec.width(), EMBEDDING_DEVIATION));
        }
        return tensors;
    }

    private void addAttention(List<RandomTensor> tensors, String prefix) {
        ModelSpec spec = model.spec();
        WeightFormats formats = model.formats();
        int width = spec.width();
        int qWidth = spec.attention().heads() * spec.attention().headSize();
        int kvWidth = spec.attention().kvHeads() * spec.attention().headSize();
        float query = QUERY_GAIN / root(width);
        float value = VALUE_GAIN / root(width);
        float output = VALUE_GAIN / root(qWidth);
        tensors.add(RandomTensor.vector(prefix + "attn_norm.weight", width, 1f));
        tensors.add(RandomTensor.matrix(prefix + "attn_q.weight", formats.queryKey(), qWidth, width, query));
        tensors.add(RandomTensor.matrix(prefix + "attn_k.weight", formats.queryKey(), kvWidth, width, query));
        tensors.add(RandomTensor.matrix(prefix + "attn_v.weight", formats.value(), kvWidth, width, value));
        tensors.add(
                RandomTensor.matrix(prefix + "attn_output.weight", formats.attentionOutput(), width, qWidth, output));
    }

    private void addMlp(List<RandomTensor> tensors, String prefix) {
        ModelSpec spec = model.spec();
        WeightFormats formats = model.formats();
        int width = spec.width();
        int inner = spec.feedForwardWidth();
        float in = MLP_GAIN / root(width);
        float out = MLP_GAIN / root(inner);
        tensors.add(RandomTensor.vector(prefix + "ffn_norm.weight", width, 1f));
        tensors.add(RandomTensor.matrix(prefix + "ffn_gate.weight", formats.gateUp(), inner, width, in));
        tensors.add(RandomTensor.matrix(prefix + "ffn_up.weight", formats.gateUp(), inner, width, in));
        tensors.add(RandomTensor.matrix(prefix + "ffn_down.weight", formats.down(), width, inner, out));
    }

    private static float root(int value) {
        return (float) Math.sqrt(value);
    }
}
