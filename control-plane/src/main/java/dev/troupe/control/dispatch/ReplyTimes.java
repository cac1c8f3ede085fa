package dev.troupe.control.dispatch;

import dev.troupe.control.metrics.GatewayMetrics;
import dev.troupe.control.plan.ReplyPlan;
import dev.troupe.control.reply.ReplyOutcome;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.TokenEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches one reply for metrics and logs; it changes nothing. Confined to the reply's thread.
final class ReplyTimes {
    private static final Logger LOG = LoggerFactory.getLogger(ReplyTimes.class);

    private final GatewayMetrics metrics;
    private final LongSupplier nanoTime;
    private final long admittedNanos;
    private Optional<Long> firstTokenNanos = Optional.empty();
    private long lastTokenNanos;
    private final List<FinishReason> reasons = new ArrayList<>();
    private int tokens;

    ReplyTimes(GatewayMetrics metrics, LongSupplier nanoTime) {
        this.metrics = metrics;
        this.nanoTime = nanoTime;
        this.admittedNanos = nanoTime.getAsLong();
    }

    void heard(TokenEvent event) {
        if (event instanceof TokenEvent.Token) {
            token(nanoTime.getAsLong());
        }
    }

    void choiceEnded(FinishReason reason) {
        reasons.add(reason);
    }

    void stalled() {
        metrics.slowClient();
    }

    private void token(long now) {
        tokens++;
        metrics.generatedToken();
        if (firstTokenNanos.isEmpty()) {
            firstTokenNanos = Optional.of(now);
            metrics.timeToFirstToken(now - admittedNanos);
        } else {
            metrics.timeBetweenTokens(now - lastTokenNanos);
        }
        lastTokenNanos = now;
    }

    void broken(ReplyPlan plan, RuntimeException failure) {
        LOG.error("reply {} broke", plan.id(), failure);
    }

    void ended(ReplyPlan plan, ReplyOutcome outcome) {
        switch (outcome) {
            case ReplyOutcome.Finished _ -> {
                reasons.forEach(metrics::choiceEnded);
                perToken();
            }
            case ReplyOutcome.Cancelled _ -> metrics.cancelled();
            case ReplyOutcome.Failed(ErrorCode code, String message) ->
                LOG.warn("reply {} failed: {}: {}", plan.id(), code.code(), message);
        }
        metrics.timeOfReply(nanoTime.getAsLong() - admittedNanos);
        LOG.debug(
                "reply {} of {} ended after {} tokens", plan.id(), plan.model().name(), tokens);
    }

    private void perToken() {
        if (tokens > 1) {
            metrics.timePerOutputToken((lastTokenNanos - firstTokenNanos.orElseThrow()) / (tokens - 1));
        }
    }
}
