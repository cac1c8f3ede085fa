package dev.troupe.node.model;

import dev.troupe.store.spec.AttentionSpec;
import dev.troupe.store.spec.AttentionSpec.Kind;
import dev.troupe.store.spec.BlockSpec;
import dev.troupe.store.spec.ModelSpec;
import dev.troupe.store.spec.RotationSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/// A forward pass of one sequence as the papers write it, in double, one token after another; keys
/// and values are kept as halves. It shares the spec and the weights with the decoder, nothing else.
public final class PlainDecoder {
    private final TestImage image;
    private final ModelSpec spec;
    private final float[][] embedding;
    private final float[][] head;
    private final List<Layer> layers = new ArrayList<>();
    private int position;

    private record Layer(Kind kind, String prefix, Matrices matrices, List<double[]> keys, List<double[]> values) {}

    private record Matrices(
            float[][] q, float[][] k, float[][] v, float[][] output, float[][] gate, float[][] up, float[][] down) {
        static Matrices of(TestImage image, String prefix) {
            return new Matrices(
                    image.matrix(prefix + "q"),
                    image.matrix(prefix + "k"),
                    image.matrix(prefix + "v"),
                    image.matrix(prefix + "attention_output"),
                    image.matrix(prefix + "gate"),
                    image.matrix(prefix + "up"),
                    image.matrix(prefix + "down"));
        }
    }

    /// @param image in F32, with its projections apart
    public PlainDecoder(TestImage image) {
        this.image = image;
        this.spec = image.modelSpec();
        this.embedding = image.matrix("embedding");
        this.head = image.matrix("head");
        for (int index = 0; index < spec.layers(); index++) {
            String prefix = "layers." + index + ".";
            AttentionSpec.LayerPattern pattern = spec.attention().pattern();
            Kind kind = pattern.kinds()
                    .get(pattern.cycle().get(index % pattern.cycle().size()));
            layers.add(new Layer(kind, prefix, Matrices.of(image, prefix), new ArrayList<>(), new ArrayList<>()));
        }
    }

    /// The log-probabilities of what follows the token at the next position.
    public double[] next(int token) {
        double[] x = new double[spec.width()];
        for (int i = 0; i < x.length; i++) {
            x[i] = embedding[token][i] * spec.block().embeddingScale();
        }
        for (Layer layer : layers) {
            add(x, attend(layer, normalized(x, layer.prefix() + "attention_norm")), layer, "attention_output_norm");
            add(x, feedForward(layer, normalized(x, layer.prefix() + "mlp_norm")), layer, "mlp_output_norm");
        }
        position++;
        double[] logits = product(head, normalized(x, "output_norm"));
        spec.block().logitSoftcap().ifPresent(cap -> apply(logits, l -> cap * Math.tanh(l / cap)));
        return logProbabilities(logits);
    }

    private void add(double[] x, double[] more, Layer layer, String norm) {
        double[] added = spec.block().outputNorms() ? normalized(more, layer.prefix() + norm) : more;
        for (int i = 0; i < x.length; i++) {
            x[i] += added[i];
        }
    }

    private double[] attend(Layer layer, double[] x) {
        AttentionSpec attention = spec.attention();
        double[] q = product(layer.matrices().q(), x);
        double[] k = product(layer.matrices().k(), x);
        double[] v = product(layer.matrices().v(), x);
        if (attention.bias()) {
            float[] bias = image.numbers(layer.prefix() + "qkv_bias");
            addFrom(bias, 0, q);
            addFrom(bias, q.length, k);
            addFrom(bias, q.length + k.length, v);
        }
        if (attention.headNorms()) {
            normalizeHeads(q, image.numbers(layer.prefix() + "query_norm"));
            normalizeHeads(k, image.numbers(layer.prefix() + "key_norm"));
        }
        rotate(q, layer.kind().rotation());
        rotate(k, layer.kind().rotation());
        apply(k, PlainDecoder::half);
        apply(v, PlainDecoder::half);
        layer.keys().add(k);
        layer.values().add(v);
        double[] out = new double[q.length];
        for (int head = 0; head < attention.heads(); head++) {
            attendHead(layer, q, head, out);
        }
        return product(layer.matrices().output(), out);
    }

    private void attendHead(Layer layer, double[] q, int head, double[] out) {
        AttentionSpec attention = spec.attention();
        int size = attention.headSize();
        int shared = head / (attention.heads() / attention.kvHeads());
        int first = layer.kind()
                .window()
                .map(window -> Math.max(0, position - window + 1))
                .orElse(0);
        double sum = 0;
        for (int p = first; p <= position; p++) {
            double score = 0;
            for (int i = 0; i < size; i++) {
                score += q[head * size + i] * layer.keys().get(p)[shared * size + i];
            }
            score *= attention.scale();
            if (attention.softcap().isPresent()) {
                double cap = attention.softcap().get();
                score = cap * Math.tanh(score / cap);
            }
            double weight = Math.exp(score);
            sum += weight;
            for (int i = 0; i < size; i++) {
                out[head * size + i] += weight * layer.values().get(p)[shared * size + i];
            }
        }
        for (int i = 0; i < size; i++) {
            out[head * size + i] /= sum;
        }
    }

    private double[] feedForward(Layer layer, double[] x) {
        double[] gate = product(layer.matrices().gate(), x);
        double[] up = product(layer.matrices().up(), x);
        boolean gelu = spec.block().activation() == BlockSpec.Activation.GELU_TANH;
        for (int i = 0; i < gate.length; i++) {
            double g = gate[i];
            double active = gelu
                    ? 0.5 * g * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (g + 0.044715 * g * g * g)))
                    : g / (1 + Math.exp(-g));
            up[i] *= active;
        }
        return product(layer.matrices().down(), up);
    }

    private void rotate(double[] heads, RotationSpec rotation) {
        int half = rotation.width() / 2;
        for (int start = 0; start < heads.length; start += spec.attention().headSize()) {
            for (int i = 0; i < half; i++) {
                double divisor =
                        rotation.divisors().isEmpty() ? 1 : rotation.divisors().get(i);
                double angle = position * Math.pow(rotation.base(), -(double) i / half) / divisor;
                double a = heads[start + i];
                double b = heads[start + half + i];
                heads[start + i] = (a * Math.cos(angle) - b * Math.sin(angle)) * rotation.amplitude();
                heads[start + half + i] = (a * Math.sin(angle) + b * Math.cos(angle)) * rotation.amplitude();
            }
        }
    }

    private void normalizeHeads(double[] heads, float... gain) {
        for (int start = 0; start < heads.length; start += gain.length) {
            double[] head = new double[gain.length];
            System.arraycopy(heads, start, head, 0, head.length);
            System.arraycopy(normalized(head, gain), 0, heads, start, head.length);
        }
    }

    private double[] normalized(double[] x, String gain) {
        return normalized(x, image.numbers(gain));
    }

    private double[] normalized(double[] x, float... gain) {
        double squares = 0;
        for (double value : x) {
            squares += value * value;
        }
        double scale = 1 / Math.sqrt(squares / x.length + spec.block().normEpsilon());
        double[] out = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            out[i] = x[i] * scale * gain[i];
        }
        return out;
    }

    private static void addFrom(float[] bias, int start, double[] target) {
        for (int i = 0; i < target.length; i++) {
            target[i] += bias[start + i];
        }
    }

    private static void apply(double[] values, DoubleUnaryOperator function) {
        for (int i = 0; i < values.length; i++) {
            values[i] = function.applyAsDouble(values[i]);
        }
    }

    private static double half(double value) {
        return Float.float16ToFloat(Float.floatToFloat16((float) value));
    }

    private static double[] product(float[][] matrix, double[] x) {
        double[] out = new double[matrix.length];
        for (int row = 0; row < out.length; row++) {
            for (int i = 0; i < x.length; i++) {
                out[row] += matrix[row][i] * x[i];
            }
        }
        return out;
    }

    private static double[] logProbabilities(double[] logits) {
        double sum = 0;
        for (double logit : logits) {
            sum += Math.exp(logit);
        }
        double log = Math.log(sum);
        double[] out = new double[logits.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = logits[i] - log;
        }
        return out;
    }
}
