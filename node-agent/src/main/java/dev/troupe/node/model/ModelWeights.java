package dev.troupe.node.model;

import dev.troupe.kernel.Matrix;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.image.ImageManifest;
import dev.troupe.store.image.TensorPlace;
import dev.troupe.store.spec.ModelSpec;
import java.util.List;
import java.util.stream.IntStream;

/// Where a model's weights lie on the device. The manifest came from outside: every shape is checked
/// against the spec before an address is made of it.
///
/// @param head may be the same place as `embedding`
record ModelWeights(Matrix embedding, List<Layer> layers, Ops.Gain outputNorm, Matrix head) {
    ModelWeights {
        layers = List.copyOf(layers);
    }

    /// @param qkv one fused projection, or q, k and v
    /// @param gateUp pairs
    record Layer(
            Ops.Gain attentionNorm,
            List<Projection> qkv,
            Matrix attentionOutput,
            Ops.Gain mlpNorm,
            Matrix gateUp,
            Matrix down) {
        /// What q, k and v read.
        LeftOperand.Forms qkvForms() {
            LeftOperand.Forms forms = LeftOperand.Forms.NONE;
            for (Projection projection : qkv) {
                forms = forms.and(projection.matrix());
            }
            return forms;
        }
    }

    /// @param column where its outputs start in a fused row
    record Projection(Matrix matrix, int column) {}

    /// @throws ServingException `MODEL_UNAVAILABLE` naming the tensor that is missing or has the
    ///     wrong shape
    static ModelWeights of(ImageManifest manifest, long address) {
        Reader reader = new Reader(manifest, address);
        ModelSpec spec = manifest.spec();
        return new ModelWeights(
                reader.matrix("embedding", spec.vocabularySize(), spec.width()),
                IntStream.range(0, spec.layers()).mapToObj(reader::layer).toList(),
                reader.gain("output_norm"),
                reader.matrix("head", spec.vocabularySize(), spec.width()));
    }

    private record Reader(ImageManifest manifest, long address) {
        Layer layer(int index) {
            ModelSpec spec = manifest.spec();
            int qWidth = spec.attention().heads() * spec.attention().headSize();
            String prefix = "layers." + index + ".";
            return new Layer(
                    gain(prefix + "attention_norm"),
                    qkv(prefix),
                    matrix(prefix + "attention_output", spec.width(), qWidth),
                    gain(prefix + "mlp_norm"),
                    weights(TensorPlace.Kind.PAIR, prefix + "gate_up", spec.feedForwardWidth(), spec.width()),
                    matrix(prefix + "down", spec.width(), spec.feedForwardWidth()));
        }

        private List<Projection> qkv(String prefix) {
            ModelSpec spec = manifest.spec();
            int qWidth = spec.attention().heads() * spec.attention().headSize();
            int kvWidth = spec.attention().kvHeads() * spec.attention().headSize();
            if (manifest.tensors().containsKey(prefix + "qkv")) {
                return List.of(new Projection(matrix(prefix + "qkv", qWidth + 2 * kvWidth, spec.width()), 0));
            }
            return List.of(
                    new Projection(matrix(prefix + "q", qWidth, spec.width()), 0),
                    new Projection(matrix(prefix + "k", kvWidth, spec.width()), qWidth),
                    new Projection(matrix(prefix + "v", kvWidth, spec.width()), qWidth + kvWidth));
        }

        Ops.Gain gain(String name) {
            TensorPlace place =
                    place(name, TensorPlace.Kind.VECTOR, 1, manifest.spec().width());
            if (place.format() != WeightFormat.F32) {
                throw wrong(name, "is " + place.format() + ", not F32");
            }
            return new Ops.Gain(
                    address + place.offset(), manifest.spec().block().normEpsilon());
        }

        Matrix matrix(String name, int outputs, int inputs) {
            return weights(TensorPlace.Kind.MATRIX, name, outputs, inputs);
        }

        private Matrix weights(TensorPlace.Kind kind, String name, int outputs, int inputs) {
            TensorPlace place = place(name, kind, outputs, inputs);
            return new Matrix(place.format(), outputs, inputs, address + place.offset());
        }

        private TensorPlace place(String name, TensorPlace.Kind kind, int outputs, int inputs) {
            TensorPlace place = manifest.tensors().get(name);
            if (place == null) {
                throw wrong(name, "is missing");
            }
            if (place.kind() != kind || place.outputs() != outputs || place.inputs() != inputs) {
                throw wrong(
                        name,
                        "is " + place.kind() + " " + place.outputs() + " x " + place.inputs() + "; expected " + kind
                                + " " + outputs + " x " + inputs);
            }
            if (place.offset() < 0 || place.bytes() > manifest.bytes() - place.offset()) {
                throw wrong(name, "reaches beyond the image's " + manifest.bytes() + " bytes");
            }
            return place;
        }

        private static ServingException wrong(String name, String problem) {
            return ServingException.of(ErrorCode.MODEL_UNAVAILABLE, "the image's tensor " + name + " " + problem);
        }
    }
}
