package dev.troupe.store.spec;

import dev.troupe.store.format.GgufFile;
import dev.troupe.store.format.GgufMetadata;
import dev.troupe.store.source.KeyValues;
import dev.troupe.store.source.TensorData;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Hyper-parameters from the metadata of a GGUF file. A key of the architecture that is not known
/// here might change what the model computes, so it is refused.
///
/// @param data where the few numbers are read that lie in tensors
/// @param partial whether the family may rotate a part of each head
record GgufParameters(GgufFile file, TensorData data, String prefix, boolean partial) implements Parameters {
    static final String VALUE_LENGTH = "attention.value_length";
    static final String ROTATED = "rope.dimension_count";
    static final String ATTENTION_SCALE = "attention.scale";
    static final String PATTERN = "attention.sliding_window_pattern";
    private static final String[] EXPERTS = {"expert_count", "expert_used_count"};
    private static final String TOKENS = "tokenizer.ggml.tokens";
    /// Written by converters, and without meaning for the results.
    private static final Set<String> HARMLESS = Set.of("tensor_data_layout", "rope.scaling.finetuned");

    private static final int MAX_PATTERN = 64;

    static GgufParameters of(GgufFile file, TensorData data, String architecture, boolean partial) {
        return new GgufParameters(file, data, architecture + ".", partial);
    }

    /// @param known beside those of every family
    /// @param rows of the embedding
    void check(Set<Parameter> known, int rows) {
        refuseUnknown(known);
        for (String key : EXPERTS) {
            long count = values().integer(prefix + key, 0, Integer.MAX_VALUE).orElse(0);
            if (count != 0) {
                throw values().fault(prefix + key, "is " + count + "; experts are not supported, only 0 is");
            }
        }
        long declared = values().integer(key(Parameter.VOCABULARY), 0, Integer.MAX_VALUE)
                .orElse(rows);
        if (declared != rows) {
            throw fault(Parameter.VOCABULARY, "is " + declared + ", but the embedding has " + rows + " rows");
        }
        if (tokenCount(rows) > rows) {
            throw values().fault(
                            TOKENS, "has " + tokenCount(rows) + " tokens, but the embedding has " + rows + " rows");
        }
    }

    /// @param rows of the embedding, which count where a file lists no tokens
    int tokenCount(int rows) {
        return metadata().strings(TOKENS).map(List::size).orElse(rows);
    }

    GgufMetadata metadata() {
        return file.metadata();
    }

    @Override
    public KeyValues values() {
        return file.metadata();
    }

    @Override
    public String key(Parameter parameter) {
        return prefix + parameter.gguf();
    }

    @Override
    public HeadShape heads() {
        HeadShape heads = HeadShape.read(
                this,
                size -> values().integer(prefix + ROTATED, 2, size).stream()
                        .mapToInt(value -> (int) value)
                        .findFirst()
                        .orElse(size));
        long valueLength =
                values().integer(prefix + VALUE_LENGTH, 0, Integer.MAX_VALUE).orElse(heads.size());
        if (valueLength != heads.size()) {
            throw values().fault(
                            prefix + VALUE_LENGTH,
                            "is " + valueLength + "; only the head size, " + heads.size() + ", is supported");
        }
        if (heads.rotated() % 2 != 0 || !partial && heads.rotated() != heads.size()) {
            throw values().fault(
                            prefix + ROTATED,
                            "is " + heads.rotated() + "; "
                                    + (partial
                                            ? "an even number is needed"
                                            : "only the head size, " + heads.size() + ", is supported"));
        }
        return heads;
    }

    @Override
    public int context() {
        int context = require(Parameter.CONTEXT, MAX_CONTEXT);
        if (file.tensor(FactorTensor.SHORT).isEmpty()) {
            return context;
        }
        long original =
                values().integer(prefix + GgufRope.ORIGINAL, 1, MAX_CONTEXT).orElse(context);
        return (int) Math.min(original, context);
    }

    @Override
    public Rope rope(int rotated) {
        return new GgufRope(this, rotated).read();
    }

    @Override
    public double windowBase(double otherwise) {
        return base(Parameter.WINDOW_ROPE_BASE, otherwise);
    }

    @Override
    public WindowPattern windows(WindowPattern otherwise) {
        return values().integer(prefix + PATTERN, 1, MAX_PATTERN).stream()
                .mapToObj(n -> WindowPattern.fullEvery((int) n))
                .findFirst()
                .orElse(otherwise);
    }

    @Override
    public float attentionScale(int scalar) {
        return values().number(prefix + ATTENTION_SCALE).stream()
                .filter(scale -> scale != 0)
                .mapToObj(scale -> (float) scale)
                .findFirst()
                .orElse((float) (1 / StrictMath.sqrt(scalar)));
    }

    private void refuseUnknown(Set<Parameter> known) {
        Set<String> allowed = new HashSet<>(HARMLESS);
        known.forEach(parameter -> allowed.add(parameter.gguf()));
        allowed.addAll(Set.of(EXPERTS));
        allowed.addAll(Set.of(VALUE_LENGTH, ROTATED));
        if (known.contains(Parameter.WINDOW)) {
            allowed.addAll(Set.of(PATTERN, ATTENTION_SCALE));
        }
        for (String key : values().keys()) {
            boolean rope = key.startsWith(prefix + "rope.scal");
            if (key.startsWith(prefix) && !rope && !allowed.contains(key.substring(prefix.length()))) {
                String architecture = prefix.substring(0, prefix.length() - 1);
                throw values().fault(key, "is not known for " + architecture + "; ignoring it could change results");
            }
        }
    }
}
