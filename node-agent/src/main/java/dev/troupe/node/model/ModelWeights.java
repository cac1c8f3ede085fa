package dev.troupe.node.model;

import dev.troupe.kernel.Matrix;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.image.ImageManifest;
import dev.troupe.store.image.TensorPlace;
import dev.troupe.store.spec.AttentionSpec;
import dev.troupe.store.spec.ModelSpec;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/// Where a model's weights lie on the device. The manifest came from outside: every shape is checked
/// against the spec before an address is made of it.
///
/// @param head may be the same place as `embedding`
record ModelWeights(Matrix embedding, List<Layer> layers, Ops.Gain outputNorm, Matrix head) {
    ModelWeights {
        layers = List.copyOf(layers);
    }

    record Layer(Attention attention, Mlp mlp) {}

    /// @param qkv one fused projection, or q, k and v
    /// @param bias address of one for the whole fused row
    /// @param outputNorm of what attention gives to the stream
    record Attention(
            Ops.Gain norm,
            List<Projection> qkv,
            OptionalLong bias,
            Optional<Ops.HeadNorms> headNorms,
            Matrix output,
            Optional<Ops.Gain> outputNorm) {
        /// What q, k and v read.
        LeftOperand.Forms qkvForms() {
            LeftOperand.Forms forms = LeftOperand.Forms.NONE;
            for (Projection projection : qkv) {
                forms = forms.and(projection.matrix());
            }
            return forms;
        }
    }

    /// @param outputNorm of what the MLP gives to the stream
    record Mlp(Ops.Gain norm, GateUp gateUp, Matrix down, Optional<Ops.Gain> outputNorm) {}

    /// Gate and up: panels in turn, or apart when their formats differ.
    sealed interface GateUp {
        /// What they read.
        LeftOperand.Forms forms();
    }

    record Paired(Matrix matrix) implements GateUp {
        @Override
        public LeftOperand.Forms forms() {
            return LeftOperand.Forms.of(matrix);
        }
    }

    record Apart(Matrix gate, Matrix up) implements GateUp {
        @Override
        public LeftOperand.Forms forms() {
            return LeftOperand.Forms.of(gate).and(up);
        }
    }

    /// Whether a layer has gate and up apart.
    boolean hasGatesApart() {
        return layers.stream().anyMatch(layer -> layer.mlp().gateUp() instanceof Apart);
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
                    new Attention(
                            gain(prefix + "attention_norm"),
                            qkv(prefix),
                            qkvBias(prefix),
                            headNorms(prefix),
                            matrix(prefix + "attention_output", spec.width(), qWidth),
                            outputNorm(prefix + "attention_output_norm")),
                    new Mlp(
                            gain(prefix + "mlp_norm"),
                            gateUp(prefix),
                            matrix(prefix + "down", spec.width(), spec.feedForwardWidth()),
                            outputNorm(prefix + "mlp_output_norm")));
        }

        private OptionalLong qkvBias(String prefix) {
            AttentionSpec attention = manifest.spec().attention();
            return attention.bias()
                    ? OptionalLong.of(vector(prefix + "qkv_bias", attention.qWidth() + 2 * attention.kvWidth()))
                    : OptionalLong.empty();
        }

        private Optional<Ops.HeadNorms> headNorms(String prefix) {
            AttentionSpec attention = manifest.spec().attention();
            return attention.headNorms()
                    ? Optional.of(new Ops.HeadNorms(
                            gain(prefix + "query_norm", attention.headSize()),
                            gain(prefix + "key_norm", attention.headSize())))
                    : Optional.empty();
        }

        private Optional<Ops.Gain> outputNorm(String name) {
            return manifest.spec().block().outputNorms() ? Optional.of(gain(name)) : Optional.empty();
        }

        private GateUp gateUp(String prefix) {
            int outputs = manifest.spec().feedForwardWidth();
            int inputs = manifest.spec().width();
            return manifest.tensors().containsKey(prefix + "gate")
                    ? new Apart(matrix(prefix + "gate", outputs, inputs), matrix(prefix + "up", outputs, inputs))
                    : new Paired(weights(TensorPlace.Kind.PAIR, prefix + "gate_up", outputs, inputs));
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
            return gain(name, manifest.spec().width());
        }

        private Ops.Gain gain(String name, int width) {
            return new Ops.Gain(vector(name, width), manifest.spec().block().normEpsilon());
        }

        private long vector(String name, int width) {
            TensorPlace place = place(name, TensorPlace.Kind.VECTOR, 1, width);
            if (place.format() != WeightFormat.F32) {
                throw wrong(name, "is " + place.format() + ", not F32");
            }
            return address + place.offset();
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
