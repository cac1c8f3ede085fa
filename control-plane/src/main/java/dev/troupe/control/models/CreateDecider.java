package dev.troupe.control.models;

import dev.troupe.control.models.ModelRecord.Failed;
import dev.troupe.control.models.ModelRecord.Retiring;
import java.util.Optional;

/// Decides what becomes of a request for a new model. Pure.
final class CreateDecider {
    private CreateDecider() {}

    sealed interface Plan {}

    /// The name is free, or the model that has it could not be packed or was deleted.
    record Create() implements Plan {}

    /// It is there or on its way: the request was sent again.
    record Same(ModelRecord known) implements Plan {}

    record Refuse(String reason) implements Plan {}

    /// @param known what has its name now
    /// @param givenAtStart whether a model of the server's command line has its name
    static Plan decide(ModelRecord wish, Optional<ModelRecord> known, boolean givenAtStart) {
        if (givenAtStart) {
            return new Refuse("is served since the start of the server; take another name");
        }
        if (known.isEmpty()
                || known.get().state() instanceof Failed
                || known.get().state() instanceof Retiring) {
            return new Create();
        }
        return known.get().isMadeOfThatOf(wish)
                ? new Same(known.get())
                : new Refuse("is taken by a model of other files; delete that one first, or take another tag");
    }
}
