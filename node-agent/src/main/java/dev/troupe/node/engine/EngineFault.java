package dev.troupe.node.engine;

/// Ways to break the engine on purpose, so that a test can show that it would be noticed. None is
/// ever set in service.
public enum EngineFault {
    /// Drafts are taken for tokens without being compared with what the model chose.
    DRAFTS_UNCHECKED,
    /// Of each block only the first token is hashed and compared: prompts that differ later are taken
    /// for the same.
    PREFIX_WRONG_CHAIN,
    /// Who finds its prefix writes another token's KV over the end of it.
    SHARED_BLOCK_WRITTEN,
    /// Who lost its blocks computes them again with another token in the place of the last one.
    PREEMPT_FORGETS_TOKEN
}
