package dev.troupe.node.engine;

/// Ways to break the engine on purpose, so that a test can show that it would be noticed. None is
/// ever set in service.
public enum EngineFault {
    /// Drafts are taken for tokens without being compared with what the model chose.
    DRAFTS_UNCHECKED
}
