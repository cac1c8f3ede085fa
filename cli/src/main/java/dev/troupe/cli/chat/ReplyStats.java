package dev.troupe.cli.chat;

import java.util.Locale;

/// What one reply took.
///
/// @param firstTextNanos from sending the request to the first text
/// @param totalNanos from sending the request to the end
/// @param promptTokens as the server counted
/// @param completionTokens as the server counted
/// @param seed what to send to get the same reply again
/// @param finishReason why the reply ended
public record ReplyStats(
        long firstTextNanos, long totalNanos, int promptTokens, int completionTokens, long seed, String finishReason) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    /// Tokens after the first one for each second after it; 0 when there is no second token.
    double tokensPerSecond() {
        long nanos = totalNanos - firstTextNanos;
        return completionTokens < 2 || nanos <= 0 ? 0 : (completionTokens - 1) * NANOS_PER_SECOND / nanos;
    }

    /// One line for people.
    public String line() {
        return String.format(
                Locale.ROOT,
                "first token %.0f ms, %.1f tokens/s, prompt %d tokens, reply %d tokens (%s), seed %d",
                firstTextNanos / NANOS_PER_MILLI,
                tokensPerSecond(),
                promptTokens,
                completionTokens,
                finishReason,
                seed);
    }
}
