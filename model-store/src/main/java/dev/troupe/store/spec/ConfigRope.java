package dev.troupe.store.spec;

import dev.troupe.store.safetensors.ConfigFile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// Reads the rotation out of a `config.json`: `rope_theta` with `rope_scaling`, or the newer
/// `rope_parameters`, one for all layers or one for each kind of them.
record ConfigRope(ConfigParameters parameters) {
    static final String SCALING = "rope_scaling";
    static final String NEW_SCALING = "rope_parameters";
    static final String SHARE = "partial_rotary_factor";
    static final String ORIGINAL = "original_max_position_embeddings";
    private static final String BASE = "rope_theta";
    private static final String TYPE = "rope_type";
    private static final String OLD_TYPE = "type";
    private static final String FACTOR = "factor";
    private static final String AMPLITUDE = "attention_factor";
    private static final String FULL = "full_attention";
    private static final String WINDOWED = "sliding_attention";
    private static final Set<String> KNOWN = Set.of(
            BASE,
            TYPE,
            OLD_TYPE,
            FACTOR,
            AMPLITUDE,
            SHARE,
            ORIGINAL,
            "low_freq_factor",
            "high_freq_factor",
            "beta_fast",
            "beta_slow",
            "mscale",
            "mscale_all_dim",
            "truncate",
            "long_factor",
            "short_factor");
    private static final double DEFAULT_BASE = 10_000;
    private static final double MAX_FACTOR = GgufRope.MAX_FACTOR;
    private static final double LEAST = 1e-3;

    Rope read(int rotated) {
        Optional<ConfigFile> object = object(FULL);
        object.ifPresent(ConfigRope::refuseUnknown);
        double base = object.map(each -> number(each, BASE, 1, Parameters.MAX_ROPE_BASE))
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .orElseGet(() -> parameters.base(Parameter.ROPE_BASE, DEFAULT_BASE));
        return new Rope(base, object.map(each -> scaling(each, rotated)).orElse(new RopeScaling.None()));
    }

    /// Base of layers with a window.
    ///
    /// @param otherwise when no key says it
    double windowBase(double otherwise) {
        Optional<ConfigFile> object = config().object(NEW_SCALING).flatMap(all -> all.object(WINDOWED));
        if (object.isEmpty()) {
            return parameters.base(Parameter.WINDOW_ROPE_BASE, otherwise);
        }
        refuseUnknown(object.get());
        if (!kind(object.get()).equals("default")) {
            throw object.get().fault(TYPE, "is '" + kind(object.get()) + "'; layers with a window are not scaled");
        }
        return number(object.get(), BASE, 1, Parameters.MAX_ROPE_BASE).orElse(otherwise);
    }

    /// The share of each head that is rotated.
    double share() {
        OptionalDouble inObject =
                object(FULL).map(each -> number(each, SHARE, 0, 1)).orElse(OptionalDouble.empty());
        return inObject.isPresent()
                ? inObject.getAsDouble()
                : number(config(), SHARE, 0, 1).orElse(1);
    }

    /// Sequences end where the factors for long ones would begin: a reply may not depend on a length
    /// that is not known when it starts.
    int context() {
        int context = parameters.require(Parameter.CONTEXT, Parameters.MAX_CONTEXT);
        Optional<ConfigFile> listed = object(FULL).filter(each -> isListed(kind(each)));
        return listed.map(each -> Math.min(context, (int) original(each))).orElse(context);
    }

    private Optional<ConfigFile> object(String layers) {
        Optional<ConfigFile> older = config().object(SCALING);
        Optional<ConfigFile> newer = config().object(NEW_SCALING);
        if (older.isPresent() && newer.isPresent()) {
            throw config().fault(SCALING, "and " + NEW_SCALING + " are both there; one is needed");
        }
        Optional<ConfigFile> ofLayers =
                newer.filter(each -> each.keys().contains(layers)).flatMap(each -> each.object(layers));
        return ofLayers.or(() -> newer).or(() -> older);
    }

    private RopeScaling scaling(ConfigFile object, int rotated) {
        String kind = kind(object);
        return switch (kind) {
            case "default" -> new RopeScaling.None();
            case "linear" -> new RopeScaling.Linear(factor(object));
            case "llama3" ->
                new RopeScaling.Llama3(
                        factor(object),
                        require(object, "low_freq_factor", LEAST, MAX_FACTOR),
                        require(object, "high_freq_factor", LEAST, MAX_FACTOR),
                        require(object, ORIGINAL, 1, Parameters.MAX_CONTEXT));
            case "yarn" -> yarn(object);
            case "longrope", "su" -> listed(object, rotated);
            default ->
                throw object.fault(
                        object.keys().contains(TYPE) ? TYPE : OLD_TYPE,
                        "is " + ConfigParameters.shown(kind)
                                + "; supported are [default, linear, llama3, yarn, longrope]");
        };
    }

    private RopeScaling yarn(ConfigFile object) {
        double factor = factor(object);
        OptionalDouble scale = number(object, "mscale", 0, MAX_FACTOR);
        OptionalDouble scaleAll = number(object, "mscale_all_dim", 0, MAX_FACTOR);
        boolean both = scale.orElse(0) > 0 && scaleAll.orElse(0) > 0;
        double usual = both
                ? RopeScaling.Yarn.amplitude(factor, scale.getAsDouble())
                        / RopeScaling.Yarn.amplitude(factor, scaleAll.getAsDouble())
                : RopeScaling.Yarn.amplitude(factor, 1);
        return new RopeScaling.Yarn(
                factor,
                original(object),
                number(object, "beta_fast", LEAST, MAX_FACTOR).orElse(32),
                number(object, "beta_slow", LEAST, MAX_FACTOR).orElse(1),
                number(object, AMPLITUDE, LEAST, MAX_FACTOR).orElse(usual),
                object.bool("truncate").orElse(true));
    }

    private RopeScaling listed(ConfigFile object, int rotated) {
        String key = "short_factor";
        List<Double> divisors = object.numbers(key).orElseThrow(() -> object.fault(key, "is missing"));
        if (divisors.size() != rotated / 2 || divisors.stream().anyMatch(d -> !(d > 0 && d <= MAX_FACTOR))) {
            throw object.fault(
                    key,
                    "needs " + rotated / 2 + " numbers above 0 up to " + MAX_FACTOR + "; it has " + divisors.size());
        }
        double original = original(object);
        int context = parameters.require(Parameter.CONTEXT, Parameters.MAX_CONTEXT);
        double factor = number(object, FACTOR, LEAST, MAX_FACTOR).orElse(context / original);
        double usual = factor <= 1 ? 1 : StrictMath.sqrt(1 + StrictMath.log(factor) / StrictMath.log(original));
        return new RopeScaling.Listed(
                divisors, number(object, AMPLITUDE, LEAST, MAX_FACTOR).orElse(usual));
    }

    /// Context before scaling.
    private double original(ConfigFile object) {
        OptionalDouble inside = number(object, ORIGINAL, 2, Parameters.MAX_CONTEXT);
        if (inside.isPresent()) {
            return inside.getAsDouble();
        }
        int context = parameters.require(Parameter.CONTEXT, Parameters.MAX_CONTEXT);
        return number(config(), ORIGINAL, 2, Parameters.MAX_CONTEXT).orElse(context);
    }

    private static double factor(ConfigFile object) {
        return require(object, FACTOR, 1, MAX_FACTOR);
    }

    private static boolean isListed(String kind) {
        return kind.equals("longrope") || kind.equals("su");
    }

    private static String kind(ConfigFile object) {
        Optional<String> newer = object.string(TYPE);
        Optional<String> older = object.string(OLD_TYPE);
        if (newer.isPresent() && older.isPresent() && !newer.equals(older)) {
            throw object.fault(
                    OLD_TYPE,
                    "is " + ConfigParameters.shown(older.get()) + ", but " + TYPE + " is "
                            + ConfigParameters.shown(newer.get()));
        }
        return newer.or(() -> older).orElse("default");
    }

    private static void refuseUnknown(ConfigFile object) {
        for (String key : object.keys()) {
            if (!KNOWN.contains(key)) {
                throw object.fault(key, "is not known; ignoring it could change results");
            }
        }
    }

    private static double require(ConfigFile object, String key, double least, double most) {
        return number(object, key, least, most).orElseThrow(() -> object.fault(key, "is missing"));
    }

    private static OptionalDouble number(ConfigFile object, String key, double least, double most) {
        OptionalDouble value = object.number(key);
        if (value.isPresent() && !(value.getAsDouble() >= least && value.getAsDouble() <= most)) {
            throw object.fault(key, "is " + value.getAsDouble() + "; allowed is " + least + " to " + most);
        }
        return value;
    }

    private ConfigFile config() {
        return parameters.config();
    }
}
