package dev.troupe.store.spec;

import dev.troupe.protocol.ServingException;
import dev.troupe.store.source.KeyValues;
import java.util.Optional;

/// The hyper-parameters of one model, range-checked, whatever their file calls them.
sealed interface Parameters permits GgufParameters, ConfigParameters {
    int MAX_LAYERS = 1024;
    int MAX_CONTEXT = 1 << 24;
    int MAX_WIDTH = 1 << 17;
    int MAX_FEED_FORWARD = 1 << 18;
    int MAX_HEADS = 1024;
    int MAX_HEAD_SIZE = 256;
    double MAX_ROPE_BASE = 1e12;
    double MAX_SOFTCAP = 1e6;

    KeyValues values();

    /// What the file calls it.
    String key(Parameter parameter);

    /// How many layers, so that what differs by layer can be checked.
    default int layers() {
        return require(Parameter.LAYERS, MAX_LAYERS);
    }

    default Optional<Integer> find(Parameter parameter, int most) {
        return values().integer(key(parameter), 1, most).stream()
                .mapToObj(value -> (int) value)
                .findFirst();
    }

    default int require(Parameter parameter, int most) {
        return find(parameter, most).orElseThrow(() -> fault(parameter, "is missing"));
    }

    /// A finite number in `least..most`.
    default Optional<Double> number(Parameter parameter, double least, double most) {
        return values().number(key(parameter)).stream()
                .boxed()
                .map(value -> {
                    if (value < least || value > most) {
                        throw fault(parameter, "is " + value + "; allowed is " + least + " to " + most);
                    }
                    return value;
                })
                .findFirst();
    }

    default Optional<Float> softcap(Parameter parameter) {
        return number(parameter, 1e-3, MAX_SOFTCAP).map(Double::floatValue);
    }

    default double base(Parameter parameter, double otherwise) {
        return number(parameter, 1, MAX_ROPE_BASE).orElse(otherwise);
    }

    default float epsilon() {
        double epsilon =
                values().number(key(Parameter.EPSILON)).orElseThrow(() -> fault(Parameter.EPSILON, "is missing"));
        if (!(epsilon > 0 && epsilon <= 1) || (float) epsilon == 0f) {
            throw fault(Parameter.EPSILON, "is " + epsilon + "; allowed is above 0 up to 1");
        }
        return (float) epsilon;
    }

    default ServingException fault(Parameter parameter, String problem) {
        return values().fault(key(parameter), problem);
    }

    /// Heads and their size. A size that is given wins over width / heads.
    HeadShape heads();

    /// Most positions of one sequence.
    int context();

    /// Base and scaling of layers that see everything.
    ///
    /// @param rotated width of the part of a head that is rotated
    Rope rope(int rotated);

    /// Base of the rotation in layers with a window.
    ///
    /// @param otherwise when the file does not say it
    double windowBase(double otherwise);

    /// Whether each layer has a window, for families that mix.
    ///
    /// @param otherwise when the file does not list its layers
    WindowPattern windows(WindowPattern otherwise);

    /// The factor of q.k.
    ///
    /// @param scalar that the factor is one over the root of, where the file does not say it
    float attentionScale(int scalar);
}
