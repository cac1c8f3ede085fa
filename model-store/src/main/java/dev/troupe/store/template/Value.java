package dev.troupe.store.template;

/// A value of the template language.
sealed interface Value permits Text, ListValue, DictValue, Scalar, Opaque {

    /// The name Python gives the type, for messages.
    String typeName();

    /// How deeply values are nested in this one; scalars are 0.
    default int depth() {
        return 0;
    }
}
