package dev.troupe.control.view;

import dev.troupe.protocol.node.ModelResidence;
import dev.troupe.protocol.node.NodeSnapshot;

/// Whether this gateway may be sent traffic. It may while a model loads: a node runs layers as they
/// come in.
public enum Readiness {
    READY,
    /// Every model that was asked for has failed on the node.
    FAILED;

    public static Readiness of(NodeSnapshot node) {
        boolean allFailed = !node.models().isEmpty()
                && node.models().stream().allMatch(model -> model.state() == ModelResidence.State.FAILED);
        return allFailed ? FAILED : READY;
    }
}
