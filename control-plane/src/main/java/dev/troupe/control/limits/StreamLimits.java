package dev.troupe.control.limits;

import java.time.Duration;

/// How replies are sent, and how long anything waits.
///
/// @param bufferTokens tokens of one reply that may wait here for a slow reader; then the node
///     pauses it
/// @param heartbeat pause after which a comment line is sent
/// @param stallTimeout how long a reader may take nothing before its request is cancelled
/// @param silenceTimeout how long a node may say nothing before its request has failed
/// @param stopTimeout how long `close` waits for replies to end
public record StreamLimits(
        int bufferTokens, Duration heartbeat, Duration stallTimeout, Duration silenceTimeout, Duration stopTimeout) {
    public StreamLimits {
        Check.atLeastOne("bufferTokens", bufferTokens);
        Check.positive("heartbeat", heartbeat);
        Check.positive("stallTimeout", stallTimeout);
        Check.positive("silenceTimeout", silenceTimeout);
        Check.positive("stopTimeout", stopTimeout);
    }

    public static StreamLimits defaults() {
        return new StreamLimits(
                64, Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofSeconds(10));
    }
}
