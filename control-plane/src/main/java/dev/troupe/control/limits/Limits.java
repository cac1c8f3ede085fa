package dev.troupe.control.limits;

/// What requests may take, one and all together.
///
/// @param maxBodyBytes of one request; above it: 413
/// @param maxPromptTokens of one prompt, beside the model's own context; above it: 400
/// @param maxPrompts prompts of one `/v1/completions` request; above it: 400
/// @param maxConcurrentReplies replies in the making, one per prompt; above it: 429
/// @param defaultMaxTokens what `max_tokens` is when a request has none, if the context has
///     that much room left
public record Limits(
        int maxBodyBytes, int maxPromptTokens, int maxPrompts, int maxConcurrentReplies, int defaultMaxTokens) {
    public Limits {
        Check.atLeastOne("maxBodyBytes", maxBodyBytes);
        Check.atLeastOne("maxPromptTokens", maxPromptTokens);
        Check.atLeastOne("maxPrompts", maxPrompts);
        Check.atLeastOne("maxConcurrentReplies", maxConcurrentReplies);
        Check.atLeastOne("defaultMaxTokens", defaultMaxTokens);
    }

    public static Limits defaults() {
        return new Limits(8 << 20, 1 << 20, 64, 256, 4096);
    }
}
