package dev.troupe.store.spec;

import dev.troupe.store.source.KeyValues;
import dev.troupe.store.source.SourceTensor;
import java.util.Optional;
import java.util.Set;

/// Reads the rotation out of a GGUF file: its metadata, and the divisors that some keep as a tensor.
///
/// @param rotated width of the part of a head that is rotated
record GgufRope(GgufParameters parameters, int rotated) {
    private static final String SCALING = "rope.scaling.";
    private static final String TYPE = SCALING + "type";
    private static final String FACTOR = SCALING + "factor";
    private static final String OLD_FACTOR = "rope.scale_linear";
    static final String ORIGINAL = SCALING + "original_context_length";
    private static final String AMPLITUDE = SCALING + "attn_factor";
    private static final String YARN_AMPLITUDE = SCALING + "yarn_attn_factor";
    private static final String EXTRAPOLATION = SCALING + "yarn_ext_factor";
    private static final String FAST = SCALING + "yarn_beta_fast";
    private static final String SLOW = SCALING + "yarn_beta_slow";
    private static final Set<String> KNOWN = Set.of(
            TYPE,
            FACTOR,
            OLD_FACTOR,
            ORIGINAL,
            AMPLITUDE,
            YARN_AMPLITUDE,
            EXTRAPOLATION,
            FAST,
            SLOW,
            SCALING + "finetuned");

    static final double MAX_FACTOR = 1 << 16;
    private static final double DEFAULT_BASE = 10_000;
    private static final double DEFAULT_FAST = 32;
    private static final double DEFAULT_SLOW = 1;

    Rope read() {
        refuseUnknown();
        double base = parameters.base(Parameter.ROPE_BASE, DEFAULT_BASE);
        boolean scaled =
                values().keys().contains(key(FACTOR)) || values().keys().contains(key(OLD_FACTOR));
        String type = values().string(key(TYPE)).orElse(scaled ? "linear" : "none");
        return new Rope(
                base,
                switch (type) {
                    case "none", "longrope" ->
                        listed().map(RopeScaling.class::cast).orElse(new RopeScaling.None());
                    case "linear" -> alone(linear());
                    case "yarn" -> alone(yarn());
                    default ->
                        throw values().fault(
                                        key(TYPE), "is '" + type + "'; supported are [none, linear, yarn, longrope]");
                });
    }

    /// A scaling by formula and factors by a tensor do not go together.
    private RopeScaling alone(RopeScaling scaling) {
        FactorTensor.find(parameters.file()).ifPresent(tensor -> {
            throw parameters.file().fault(tensor.name(), "is there, but " + key(TYPE) + " asks for another scaling");
        });
        return scaling;
    }

    private RopeScaling linear() {
        Optional<Double> old = number(OLD_FACTOR, 1, MAX_FACTOR);
        double factor = number(FACTOR, 1, MAX_FACTOR).or(() -> old).orElse(1.0);
        return factor == 1 ? new RopeScaling.None() : new RopeScaling.Linear(factor);
    }

    private RopeScaling yarn() {
        number(EXTRAPOLATION, 1, 1);
        double factor = number(FACTOR, 1, MAX_FACTOR).orElseThrow(() -> values().fault(key(FACTOR), "is missing"));
        int context = parameters.require(Parameter.CONTEXT, Parameters.MAX_CONTEXT);
        double original = number(ORIGINAL, 1, Parameters.MAX_CONTEXT).orElse((double) context);
        double scale = number(AMPLITUDE, 1e-3, MAX_FACTOR)
                .or(() -> number(YARN_AMPLITUDE, 1e-3, MAX_FACTOR))
                .orElse(1.0);
        return new RopeScaling.Yarn(
                factor,
                original,
                number(FAST, 1e-3, MAX_FACTOR).orElse(DEFAULT_FAST),
                number(SLOW, 1e-3, MAX_FACTOR).orElse(DEFAULT_SLOW),
                scale * RopeScaling.Yarn.amplitude(factor, 1),
                true);
    }

    /// Divisors that the file keeps as a tensor.
    private Optional<RopeScaling.Listed> listed() {
        Optional<SourceTensor> tensor = FactorTensor.find(parameters.file());
        return tensor.map(found -> new RopeScaling.Listed(
                FactorTensor.read(parameters.file(), parameters.data(), found, rotated / 2),
                number(AMPLITUDE, 1e-3, MAX_FACTOR).orElse(1.0)));
    }

    private Optional<Double> number(String suffix, double least, double most) {
        return values().number(key(suffix)).stream()
                .boxed()
                .map(value -> {
                    if (value < least || value > most) {
                        throw values().fault(key(suffix), "is " + value + "; allowed is " + least + " to " + most);
                    }
                    return value;
                })
                .findFirst();
    }

    private void refuseUnknown() {
        for (String key : values().keys()) {
            if (key.startsWith(key("rope.scal"))
                    && !KNOWN.contains(key.substring(parameters.prefix().length()))) {
                throw values().fault(key, "is a rope scaling that is not supported");
            }
        }
    }

    private KeyValues values() {
        return parameters.values();
    }

    private String key(String suffix) {
        return parameters.prefix() + suffix;
    }
}
