package dev.troupe.control.metrics;

import dev.troupe.control.admission.RefusalReason;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.NodeClient;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/// All meters of a gateway.
public final class GatewayMetrics {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<FinishReason, Counter> finished = new EnumMap<>(FinishReason.class);
    private final Map<ErrorCode, Counter> failed = new EnumMap<>(ErrorCode.class);
    private final Counter cancelled = success("abort");
    private final Counter promptTokens = counter("prompt.tokens", "Prompt tokens of replies that were started");
    private final Counter generatedTokens = counter("generation.tokens", "Tokens that were generated");
    private final Map<RefusalReason, Counter> refused = new EnumMap<>(RefusalReason.class);
    private final Counter slowClients =
            counter("slow.clients", "Clients that took nothing for too long and were given up");
    private final Counter unknownFields =
            counter("unknown.request.fields", "Request fields that mean nothing here and were ignored");
    private final Timer firstToken = timer("time.to.first.token", "From admission to the first token", 1);
    private final Timer betweenTokens = timer("inter.token.latency", "Between two tokens of a reply", 100);
    private final Timer perToken = timer("request.time.per.output.token", "Mean per reply", 100);
    private final Timer reply = timer("e2e.request.latency", "From admission to the end of a reply", 1);

    private final StepMeters steps;
    private final ThreadMeters threads = ThreadMeters.register(registry);

    public GatewayMetrics(NodeClient node) {
        steps = new StepMeters(registry, node);
        for (FinishReason reason : FinishReason.values()) {
            finished.put(reason, success(reason.name().toLowerCase(Locale.ROOT)));
        }
        for (ErrorCode code : ErrorCode.values()) {
            failed.put(
                    code,
                    Counter.builder("troupe.request.failure")
                            .description("Requests that were refused or failed")
                            .tag("code", code.code())
                            .register(registry));
        }
        for (RefusalReason reason : RefusalReason.values()) {
            refused.put(
                    reason,
                    Counter.builder("troupe.requests.refused")
                            .description("Requests that were refused for now, by what was full")
                            .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
        NodeGauges.register(registry, node);
        ProcessGauges.register(registry);
    }

    public void choiceEnded(FinishReason reason) {
        finished.get(reason).increment();
    }

    /// A client went away before the end.
    public void cancelled() {
        cancelled.increment();
    }

    /// A client stopped reading and was given up.
    public void slowClient() {
        slowClients.increment();
    }

    /// A request was refused because something was full.
    public void refused(RefusalReason reason) {
        refused.get(reason).increment();
    }

    /// A request was refused, or its reply failed.
    public void failed(ErrorCode code) {
        failed.get(code).increment();
    }

    public void promptTokens(int tokens) {
        promptTokens.increment(tokens);
    }

    public void generatedToken() {
        generatedTokens.increment();
    }

    public void unknownFields(int fields) {
        unknownFields.increment(fields);
    }

    public void timeToFirstToken(long nanos) {
        firstToken.record(nanos, TimeUnit.NANOSECONDS);
    }

    public void timeBetweenTokens(long nanos) {
        betweenTokens.record(nanos, TimeUnit.NANOSECONDS);
    }

    public void timePerOutputToken(long nanos) {
        perToken.record(nanos, TimeUnit.NANOSECONDS);
    }

    public void timeOfReply(long nanos) {
        reply.record(nanos, TimeUnit.NANOSECONDS);
    }

    /// Everything, in Prometheus' text format.
    public String text() {
        steps.refresh();
        threads.refresh();
        return registry.scrape();
    }

    private Counter counter(String name, String description) {
        return Counter.builder("troupe." + name).description(description).register(registry);
    }

    private Counter success(String reason) {
        return Counter.builder("troupe.request.success")
                .description("Choices that ended, by their end; abort: the client went away")
                .tag("finished_reason", reason)
                .register(registry);
    }

    /// @param divisor of a scale from 10 ms to 100 s
    private Timer timer(String name, String description, int divisor) {
        Function<Integer, Duration> scaled = millis -> Duration.ofNanos(millis * 1_000_000L / divisor);
        Duration[] buckets = Stream.of(10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000)
                .map(scaled)
                .toArray(Duration[]::new);
        return Timer.builder("troupe." + name)
                .description(description)
                .serviceLevelObjectives(buckets)
                .register(registry);
    }
}
