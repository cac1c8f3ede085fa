package dev.troupe.protocol.generate;

/// Why a node ended a reply by itself.
public enum FinishReason {
    /// A stop token was generated.
    STOP,
    /// `maxTokens` were generated.
    LENGTH
}
