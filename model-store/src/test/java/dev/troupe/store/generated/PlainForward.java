package dev.troupe.store.generated;

import dev.troupe.store.format.GgufFile;
import dev.troupe.store.format.GgufFiles;
import dev.troupe.store.format.QuantGroups;
import dev.troupe.store.source.MemoryBytes;
import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.source.TensorData;
import dev.troupe.store.spec.ModelDescription;
import dev.troupe.store.spec.ModelFamilies;
import dev.troupe.store.spec.ModelSpec;
import dev.troupe.store.spec.ModelTensors.AttentionTensors;
import dev.troupe.store.spec.ModelTensors.LayerTensors;
import dev.troupe.store.spec.ModelTensors.MlpTensors;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A llama forward pass straight from the file, as short as it can be: enough to see what a
/// generated model says. No numerics class.
final class PlainForward {
    private final ModelDescription model;
    private final ModelSpec spec;
    private final Map<SourceTensor, float[]> weights = new HashMap<>();
    private final List<float[][]> keys = new ArrayList<>();
    private final List<float[][]> values = new ArrayList<>();

    PlainForward(byte[] content) {
        GgufFile file = GgufFiles.read(content);
        TensorData data = MemoryBytes.data(content);
        model = ModelFamilies.describe(file);
        spec = model.spec();
        for (SourceTensor tensor : file.tensors().values()) {
            ByteBuffer source = ByteBuffer.allocate((int) tensor.bytes()).order(ByteOrder.LITTLE_ENDIAN);
            data.read(tensor, 0, source);
            long count = tensor.dimensions().stream().reduce(1L, (a, b) -> a * b);
            float[] decoded = new float[(int) count];
            QuantGroups.decode(tensor.format(), source.flip(), decoded);
            weights.put(tensor, decoded);
        }
    }

    /// Runs one token at the next position.
    float[] logits(int token) {
        float[] x = new float[spec.width()];
        System.arraycopy(weights.get(model.tensors().embedding()), token * x.length, x, 0, x.length);
        keys.add(new float[spec.layers()][]);
        values.add(new float[spec.layers()][]);
        for (int layer = 0; layer < spec.layers(); layer++) {
            LayerTensors tensors = model.tensors().layers().get(layer);
            add(
                    x,
                    attend(
                            layer,
                            tensors.attention(),
                            normalize(x, tensors.attention().norm())));
            add(x, feedForward(tensors.mlp(), normalize(x, tensors.mlp().norm())));
        }
        return product(model.tensors().head(), normalize(x, model.tensors().outputNorm()));
    }

    private float[] attend(int layer, AttentionTensors tensors, float[] x) {
        int size = spec.attention().headSize();
        float[] q = rotate(product(tensors.q(), x));
        keys.getLast()[layer] = rotate(product(tensors.k(), x));
        values.getLast()[layer] = product(tensors.v(), x);
        float[] out = new float[q.length];
        for (int head = 0; head < spec.attention().heads(); head++) {
            int shared = head * spec.attention().kvHeads() / spec.attention().heads();
            double sum = 0;
            double[] shares = new double[keys.size()];
            for (int p = 0; p < shares.length; p++) {
                double dot = 0;
                for (int i = 0; i < size; i++) {
                    dot += q[head * size + i] * keys.get(p)[layer][shared * size + i];
                }
                shares[p] = Math.exp(dot / Math.sqrt(size));
                sum += shares[p];
            }
            for (int p = 0; p < shares.length; p++) {
                for (int i = 0; i < size; i++) {
                    out[head * size + i] += (float) (shares[p] / sum) * values.get(p)[layer][shared * size + i];
                }
            }
        }
        return product(tensors.output(), out);
    }

    private float[] feedForward(MlpTensors tensors, float[] x) {
        float[] gate = product(tensors.gate(), x);
        float[] up = product(tensors.up(), x);
        for (int i = 0; i < gate.length; i++) {
            up[i] *= gate[i] / (1 + (float) Math.exp(-gate[i]));
        }
        return product(tensors.down(), up);
    }

    private float[] rotate(float[] heads) {
        int size = spec.attention().headSize();
        for (int start = 0; start < heads.length; start += 2) {
            double power = (double) (start % size) / size;
            double angle = (keys.size() - 1)
                    / Math.pow(
                            spec.attention()
                                    .pattern()
                                    .kinds()
                                    .getFirst()
                                    .rotation()
                                    .base(),
                            power);
            float first = heads[start];
            float second = heads[start + 1];
            heads[start] = (float) (first * Math.cos(angle) - second * Math.sin(angle));
            heads[start + 1] = (float) (first * Math.sin(angle) + second * Math.cos(angle));
        }
        return heads;
    }

    private float[] normalize(float[] x, SourceTensor gain) {
        double squares = spec.block().normEpsilon() * x.length;
        for (float value : x) {
            squares += value * value;
        }
        float[] out = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            out[i] = (float) (x[i] / Math.sqrt(squares / x.length)) * weights.get(gain)[i];
        }
        return out;
    }

    private float[] product(SourceTensor tensor, float[] x) {
        float[] matrix = weights.get(tensor);
        float[] out = new float[matrix.length / x.length];
        for (int row = 0; row < out.length; row++) {
            for (int i = 0; i < x.length; i++) {
                out[row] += matrix[row * x.length + i] * x[i];
            }
        }
        return out;
    }

    private static void add(float[] x, float[] more) {
        for (int i = 0; i < x.length; i++) {
            x[i] += more[i];
        }
    }
}
