package dev.troupe.node.agent;

import dev.troupe.protocol.node.ModelResidence;
import java.util.List;
import java.util.Optional;

/// What a node may say of its models. Pure.
final class Residents {
    private Residents() {}

    /// Weights may lie on the device and yet serve nobody: under an engine that stopped every model
    /// counts as failed, for the engine's reason.
    static List<ModelResidence> served(List<ModelResidence> resident, Optional<String> stopReason) {
        return stopReason
                .map(why -> resident.stream().map(model -> failed(model, why)).toList())
                .orElse(resident);
    }

    private static ModelResidence failed(ModelResidence model, String why) {
        return new ModelResidence(model.model(), ModelResidence.State.FAILED, model.progress(), model.bytes(), why);
    }
}
