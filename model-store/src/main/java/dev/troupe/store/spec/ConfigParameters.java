package dev.troupe.store.spec;

import dev.troupe.store.safetensors.ConfigFile;
import dev.troupe.store.source.KeyValues;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Hyper-parameters from a `config.json`. What is not known here might change what the model
/// computes, so it is refused; see {@link ConfigKeys}.
///
/// @param partial whether the family may rotate a part of each head
record ConfigParameters(ConfigFile config, boolean partial) implements Parameters {
    static final String TIED = "tie_word_embeddings";
    static final String LAYER_TYPES = "layer_types";
    static final String[] PATTERNS = {"sliding_window_pattern", "_sliding_window_pattern"};
    static final String ATTENTION_SCALAR = "query_pre_attn_scalar";
    private static final String WINDOWED = "sliding_attention";
    private static final String FULL = "full_attention";
    private static final int MAX_PATTERN = 64;
    private static final int MAX_SCALAR = 1 << 16;

    @Override
    public KeyValues values() {
        return config;
    }

    @Override
    public String key(Parameter parameter) {
        return parameter.config();
    }

    int vocabulary() {
        return require(Parameter.VOCABULARY, ModelFamilies.MAX_VOCABULARY);
    }

    /// @param otherwise the family's habit
    boolean isTied(boolean otherwise) {
        return config.bool(TIED).orElse(otherwise);
    }

    @Override
    public HeadShape heads() {
        return HeadShape.read(this, this::rotated);
    }

    private int rotated(int headSize) {
        double share = new ConfigRope(this).share();
        int rotated = (int) (headSize * share);
        if (!partial && share != 1 || rotated < 2 || rotated % 2 != 0) {
            throw config.fault(
                    ConfigRope.SHARE,
                    "is " + share + (partial ? ", which gives no even part of a head" : "; only 1 is supported"));
        }
        return rotated;
    }

    @Override
    public int context() {
        return new ConfigRope(this).context();
    }

    @Override
    public Rope rope(int rotated) {
        return new ConfigRope(this).read(rotated);
    }

    @Override
    public double windowBase(double otherwise) {
        return new ConfigRope(this).windowBase(otherwise);
    }

    @Override
    public WindowPattern windows(WindowPattern otherwise) {
        Optional<List<String>> types = config.strings(LAYER_TYPES);
        if (types.isPresent()) {
            return listed(types.get());
        }
        for (String key : PATTERNS) {
            Optional<Integer> every = config.integer(key, 1, MAX_PATTERN).stream()
                    .mapToObj(n -> (int) n)
                    .findFirst();
            if (every.isPresent()) {
                return WindowPattern.fullEvery(every.get());
            }
        }
        return otherwise;
    }

    private WindowPattern listed(List<String> types) {
        if (types.size() != layers()) {
            throw config.fault(LAYER_TYPES, "has " + types.size() + " entries for " + layers() + " layers");
        }
        for (String type : types) {
            if (!type.equals(WINDOWED) && !type.equals(FULL)) {
                throw config.fault(
                        LAYER_TYPES, "has " + shown(type) + "; supported are [" + WINDOWED + ", " + FULL + "]");
            }
        }
        List<Boolean> windowed = types.stream().map(WINDOWED::equals).toList();
        return new WindowPattern(shortest(windowed));
    }

    /// The shortest cycle that gives the same layers.
    private static List<Boolean> shortest(List<Boolean> layers) {
        int length = IntStream.rangeClosed(1, layers.size())
                .filter(n -> IntStream.range(n, layers.size())
                        .allMatch(i -> layers.get(i).equals(layers.get(i - n))))
                .findFirst()
                .orElse(layers.size());
        return layers.subList(0, length);
    }

    @Override
    public float attentionScale(int scalar) {
        double given = config.number(ATTENTION_SCALAR).orElse(scalar);
        if (!(given > 0 && given <= MAX_SCALAR)) {
            throw config.fault(ATTENTION_SCALAR, "is " + given + "; allowed is above 0 up to " + MAX_SCALAR);
        }
        return (float) (1 / StrictMath.sqrt(given));
    }

    static String shown(String text) {
        return "'" + (text.length() > 40 ? text.substring(0, 40) + "..." : text) + "'";
    }
}
