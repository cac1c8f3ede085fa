package dev.troupe.store.template;

/// What Python takes for true.
final class Truth {
    private Truth() {}

    static boolean of(Value value) {
        return switch (value) {
            case Text text -> !text.isEmpty();
            case ListValue list -> list.isGenerator() || !list.items().isEmpty();
            case DictValue dict -> dict.size() > 0;
            case Scalar.None _, Scalar.Undefined _ -> false;
            case Scalar.Bool bool -> bool == Scalar.Bool.TRUE;
            case Scalar.Int number -> number.value() != 0;
            case Scalar.Real number -> number.value() != 0;
            case Opaque _ -> true;
        };
    }
}
