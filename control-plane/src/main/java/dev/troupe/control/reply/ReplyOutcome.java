package dev.troupe.control.reply;

import dev.troupe.protocol.ErrorCode;

/// How a reply ended. There is exactly one per request.
public sealed interface ReplyOutcome {
    /// The true end: every choice is complete.
    ///
    /// @param promptTokens of all prompts together
    /// @param cachedTokens those among them that were found in a cache
    /// @param completionTokens generated for all choices together, stop tokens included
    record Finished(int promptTokens, int cachedTokens, int completionTokens) implements ReplyOutcome {
        public int totalTokens() {
            return promptTokens + completionTokens;
        }
    }

    /// The client is gone.
    record Cancelled() implements ReplyOutcome {}

    /// It could not go on; what was sent before stays true.
    record Failed(ErrorCode code, String message) implements ReplyOutcome {}
}
