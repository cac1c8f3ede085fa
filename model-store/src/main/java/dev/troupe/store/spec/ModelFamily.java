package dev.troupe.store.spec;

import java.util.List;
import java.util.Set;

/// What differs between families: names, tensors and rules. A family is data and a few lines; what
/// computes is the one decoder. Hyper-parameters come range-checked and without the names of their
/// file.
interface ModelFamily {
    /// As it stands in {@link ModelSpec#family}.
    String name();

    /// Values of GGUF's `general.architecture`.
    List<String> architectures();

    /// Values of `architectures` in `config.json`.
    List<String> classes();

    TensorTraits traits();

    /// What the family needs beside the parameters of every family.
    default Set<Parameter> parameters() {
        return Set.of();
    }

    /// Keys of `config.json` that the family reads itself.
    default Set<String> configKeys() {
        return Set.of();
    }

    /// Names of the activation in `config.json`.
    default Set<String> activations() {
        return Set.of("silu", "swish");
    }

    AttentionSpec attention(Parameters parameters, HeadShape heads);

    BlockSpec block(Parameters parameters);
}
