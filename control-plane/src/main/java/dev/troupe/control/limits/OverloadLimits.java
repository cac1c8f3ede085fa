package dev.troupe.control.limits;

import java.time.Duration;

/// When requests are refused because there are too many, and what those are told.
///
/// @param maxBodyBytesInFlight of all requests that are being read or answered in one piece; a body
///     that does not state its size counts as large as one may be
/// @param maxPredictedWait a request that would wait longer for the node is refused
/// @param rateWindow over which the rate of replies is measured
/// @param maxRetryAfter the longest wait that a refused client is told
public record OverloadLimits(
        long maxBodyBytesInFlight, Duration maxPredictedWait, Duration rateWindow, Duration maxRetryAfter) {
    public OverloadLimits {
        Check.atLeastOne("maxBodyBytesInFlight", maxBodyBytesInFlight);
        Check.positive("maxPredictedWait", maxPredictedWait);
        Check.positive("rateWindow", rateWindow);
        Check.positive("maxRetryAfter", maxRetryAfter);
    }

    public static OverloadLimits defaults() {
        return new OverloadLimits(64 << 20, Duration.ofMinutes(1), Duration.ofSeconds(30), Duration.ofMinutes(5));
    }
}
