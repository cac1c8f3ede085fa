package dev.troupe.bench.http;

import static dev.troupe.bench.duel.Goal.atLeast;
import static dev.troupe.bench.duel.Goal.atMost;

import dev.troupe.bench.duel.Goal;

/// What the rows of the suite `http` have to reach. Those without a better goal have their floor as
/// goal.
final class HttpGoals {
    /// Ours / llama-server.
    static final Goal ONE_STREAM_SPEED = atLeast(1.8, 1.8);
    static final Goal MANY_STREAMS_SPEED = atLeast(4, 4);
    static final Goal FIRST_TOKEN = atMost(0.4, 0.4);

    /// Through HTTP / engine alone, the shape of 1B, 32 streams.
    static final Goal HTTP_SHARE = atLeast(0.95, 0.95);

    /// Resident bytes / weights, KV and {@link #RESIDENT_BYTES} beside them.
    static final Goal RESIDENT = atMost(1, 1);

    static final double RESIDENT_BYTES = 450e6;

    /// Milliseconds that the gateway adds to the first token / the most it may add.
    static final Goal GATEWAY = atMost(1, 1);

    static final double GATEWAY_ONE_MILLIS = 2;
    static final double GATEWAY_MANY_MILLIS = 5;

    private HttpGoals() {}
}
