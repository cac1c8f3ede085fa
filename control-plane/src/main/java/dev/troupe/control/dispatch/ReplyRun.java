package dev.troupe.control.dispatch;

import dev.troupe.control.dispatch.EventInbox.Arrival;
import dev.troupe.control.dispatch.EventInbox.StopCause;
import dev.troupe.control.limits.StreamLimits;
import dev.troupe.control.plan.ReplyPlan;
import dev.troupe.control.reply.ReplyEffect;
import dev.troupe.control.reply.ReplyMachine;
import dev.troupe.control.reply.ReplyOutcome;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.generate.TokenEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/// One reply in flight, from the node's streams to its outcome. {@link #run} belongs to one thread;
/// the other methods may be called from any.
public final class ReplyRun {
    private final ReplyPlan plan;
    private final StreamLimits limits;
    private final ReplyMachine machine;
    private final EventInbox inbox;
    private final NodeStreams streams;
    private final ReplyTimes times;
    private final Runnable whenEnded;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicReference<Optional<ReplyOut>> reader = new AtomicReference<>(Optional.empty());
    private Duration silence = Duration.ZERO;

    private ReplyRun(
            ReplyPlan plan,
            StreamLimits limits,
            EventInbox inbox,
            NodeStreams streams,
            ReplyTimes times,
            Runnable whenEnded) {
        this.plan = plan;
        this.limits = limits;
        this.machine = new ReplyMachine(plan);
        this.inbox = inbox;
        this.streams = streams;
        this.times = times;
        this.whenEnded = whenEnded;
    }

    /// Starts every choice at the node; events wait until {@link #run}.
    ///
    /// @param whenEnded called once when {@link #run} has ended
    /// @throws dev.troupe.protocol.ServingException when the node refuses one; then none runs
    static ReplyRun start(NodeClient node, ReplyPlan plan, StreamLimits limits, ReplyTimes times, Runnable whenEnded) {
        EventInbox inbox = new EventInbox(maxEvents(plan, limits));
        NodeStreams streams = NodeStreams.start(node, plan, limits.bufferTokens(), inbox);
        return new ReplyRun(plan, limits, inbox, streams, times, whenEnded);
    }

    /// The credit, a run for each position of the prompt, and a terminal, of every choice.
    private static int maxEvents(ReplyPlan plan, StreamLimits limits) {
        int runs = plan.choices().stream()
                .mapToInt(choice ->
                        choice.scoring().promptToo() ? choice.promptTokens().size() : 0)
                .sum();
        return Math.addExact(runs, Math.multiplyExact(plan.choices().size(), limits.bufferTokens() + 1));
    }

    /// The client's connection is closed, or it takes nothing any more.
    public void clientGone() {
        stop(StopCause.CLIENT_GONE);
        reader.get().ifPresent(ReplyOut::abandon);
    }

    /// The client's connection is open, and it has taken nothing for too long.
    public void clientStalled() {
        stop(StopCause.CLIENT_STALLED);
        reader.get().ifPresent(ReplyOut::abandon);
    }

    void shutDown() {
        stop(StopCause.SHUTTING_DOWN);
    }

    private void stop(StopCause cause) {
        inbox.stop(cause);
    }

    /// Gives up a reply that is not going to be run; one that was is left alone.
    public void drop() {
        if (begun.compareAndSet(false, true)) {
            streams.cancelOpen();
            whenEnded.run();
        }
    }

    /// Drives the reply to its end. Returns when `out` has been told the outcome; a reply whose end
    /// the reader did not take is `Cancelled`.
    public ReplyOutcome run(ReplyOut out) {
        if (!begun.compareAndSet(false, true)) {
            throw new IllegalStateException("the reply was run or dropped before");
        }
        reader.set(Optional.of(out));
        try {
            ReplyOutcome reached = outcome(out);
            streams.cancelOpen();
            ReplyOutcome outcome = finish(out, reached);
            times.ended(plan, outcome);
            return outcome;
        } finally {
            streams.cancelOpen();
            whenEnded.run();
        }
    }

    private ReplyOutcome outcome(ReplyOut out) {
        try {
            drive(out);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopped(StopCause.SHUTTING_DOWN);
        } catch (RuntimeException e) {
            machine.fail(
                    ErrorCode.INTERNAL,
                    "the reply could not be made: " + e.getClass().getSimpleName());
            times.broken(plan, e);
        }
        return machine.outcome().orElseThrow();
    }

    private void drive(ReplyOut out) throws InterruptedException {
        if (!inbox.isStopped()) {
            out.begin();
            apply(machine.start(), out);
        }
        while (machine.outcome().isEmpty()) {
            Optional<Arrival> ready = inbox.poll();
            take(ready.isPresent() ? ready.get() : await(out), out);
        }
    }

    /// Before it waits, the reader has everything, and the node may send as much again.
    private Arrival await(ReplyOut out) throws InterruptedException {
        out.flush();
        streams.giveCredit();
        return inbox.take(limits.heartbeat());
    }

    private void take(Arrival arrival, ReplyOut out) throws InterruptedException {
        switch (arrival) {
            case Arrival.Event(int choice, TokenEvent event) -> {
                silence = Duration.ZERO;
                streams.heard(choice, event);
                times.heard(event);
                apply(machine.on(choice, event), out);
            }
            case Arrival.Silence() -> silent(out);
            case Arrival.Stopped(StopCause cause) -> stopped(cause);
        }
    }

    private void silent(ReplyOut out) throws InterruptedException {
        silence = silence.plus(limits.heartbeat());
        if (silence.compareTo(limits.silenceTimeout()) >= 0) {
            machine.fail(
                    ErrorCode.MODEL_UNAVAILABLE,
                    "the node said nothing for " + silence.toMillis() + " ms; the limit is "
                            + limits.silenceTimeout().toMillis() + " ms");
        } else {
            out.heartbeat();
        }
    }

    private void stopped(StopCause cause) {
        switch (cause) {
            case CLIENT_GONE -> machine.clientGone();
            case CLIENT_STALLED -> machine.clientGone();
            case SHUTTING_DOWN -> machine.fail(ErrorCode.SHUTTING_DOWN, "the gateway is shutting down");
            case OVERFLOW -> machine.fail(ErrorCode.INTERNAL, "the node sent more than it was credited");
        }
    }

    private void apply(List<ReplyEffect> effects, ReplyOut out) throws InterruptedException {
        for (ReplyEffect effect : effects) {
            switch (effect) {
                case ReplyEffect.Content content -> out.content(content);
                case ReplyEffect.ChoiceEnd end -> {
                    times.choiceEnded(end.reason());
                    out.choiceEnd(end);
                }
                case ReplyEffect.StopNode(int choice) -> streams.cancel(choice);
            }
        }
    }

    /// @return how it ended for the client: without its last piece it is no whole reply
    private ReplyOutcome finish(ReplyOut out, ReplyOutcome reached) {
        boolean taken = false;
        try {
            taken = out.end(reached);
        } catch (InterruptedException e) {
            out.abandon();
            Thread.currentThread().interrupt();
        }
        if (inbox.stopCause().filter(StopCause.CLIENT_STALLED::equals).isPresent()) {
            times.stalled();
        }
        return !taken && reached instanceof ReplyOutcome.Finished ? new ReplyOutcome.Cancelled() : reached;
    }
}
