package dev.troupe.bench.http;

import java.util.List;

/// What became of requests far beyond the capacity.
///
/// @param served to their end
/// @param refused with 429 or 503 and the time to come again
/// @param refusedWithoutTime refused otherwise
/// @param failed after they were taken on, or without an answer
record LoadTally(int served, int refused, int refusedWithoutTime, int failed) {
    private static final List<Integer> BUSY = List.of(429, 503);

    static LoadTally of(List<Answer> answers) {
        int served = 0;
        int refused = 0;
        int refusedWithoutTime = 0;
        int failed = 0;
        for (Answer answer : answers) {
            switch (answer) {
                case Answer.Served _ -> served++;
                case Answer.Refused refusal
                when BUSY.contains(refusal.status())
                        && refusal.retryAfterSeconds().isPresent() -> refused++;
                case Answer.Refused _ -> refusedWithoutTime++;
                case Answer.Broken _ -> failed++;
            }
        }
        return new LoadTally(served, refused, refusedWithoutTime, failed);
    }

    /// Some were served, and nobody was let down.
    boolean isOrderly() {
        return served > 0 && refusedWithoutTime + failed == 0;
    }

    String describe() {
        return "served " + served + ", refused with Retry-After " + refused + ", refused without " + refusedWithoutTime
                + ", failed " + failed;
    }
}
