package dev.troupe.store.template;

/// Calls what can be called.
final class Calling {
    private Calling() {}

    static Value call(Value function, Arguments arguments, Frame frame) {
        return switch (function) {
            case Opaque.Callable callable -> callable.body().call(arguments, frame);
            case Opaque.Attributed object -> object.body().call(arguments, frame);
            case Scalar.Undefined undefined -> throw undefined.fault();
            default -> throw new TemplateFault("a " + function.typeName() + " cannot be called");
        };
    }
}
