package dev.troupe.node.engine;

import dev.troupe.node.ledger.Ledger;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenSink;
import dev.troupe.protocol.generate.TokenStream;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// The engine of one device. Every method may be called from any thread; the work is done on one
/// platform thread of its own.
public final class Engine implements AutoCloseable {
    private final Mailbox mailbox = new Mailbox();
    private final WaitingRoom waitingRoom;
    private final Set<EngineFault> faults;
    private final AtomicLong lastId = new AtomicLong();
    private final Thread thread;
    private volatile EngineView view = EngineView.empty();

    private Engine(String name, EngineLimits limits, Set<EngineFault> faults, LongSupplier nanoClock) {
        this.faults = Set.copyOf(faults);
        this.waitingRoom = new WaitingRoom(limits.maxWaiting());
        Tally tally = new Tally();
        PhaseClock phases = new PhaseClock(nanoClock);
        LaneStepper stepper =
                new LaneStepper(new BatchScheduler(limits), new Speculator(limits), tally, nanoClock, phases);
        ModelRotation rotation = new ModelRotation(limits.turnSeconds(), nanoClock);
        EngineLoop loop = new EngineLoop(mailbox, waitingRoom, stepper, rotation, tally, latest -> view = latest);
        this.thread = Thread.ofPlatform().name(name).unstarted(loop);
    }

    /// @param name of the engine's thread
    /// @param faults none in service
    /// @param nanoClock for the time steps take; has no influence on what is done
    public static Engine start(String name, EngineLimits limits, Set<EngineFault> faults, LongSupplier nanoClock) {
        Engine engine = new Engine(name, limits, faults, nanoClock);
        engine.thread.start();
        return engine;
    }

    /// Hands a request in. It was checked: its ids, its length and its blocks are within what the
    /// model and its pool can ever hold.
    ///
    /// @throws ServingException `OVERLOADED` when too many wait, `SHUTTING_DOWN` after a close,
    ///     `INTERNAL` when the engine stopped on a broken invariant
    public TokenStream submit(GenerationRequest request, int initialCredit, TokenSink sink) {
        Demand demand = new Demand(initialCredit, mailbox::wake);
        WaitingRoom.Seat seat = waitingRoom.enter();
        Sequence sequence = new Sequence(lastId.incrementAndGet(), request, sink, demand, seat, faults);
        try {
            mailbox.post(new Message.Submit(request.target().model(), sequence));
        } catch (ServingException e) {
            seat.leave();
            throw e;
        }
        return demand;
    }

    /// Lets `model` take requests. Its blocks are the engine's from here, also when this throws.
    public void attach(EngineModel model) {
        try {
            mailbox.post(new Message.Attach(model));
        } catch (ServingException e) {
            model.blocks().close();
            throw e;
        }
    }

    /// Ends the model's sequences with `why` and gives its blocks back.
    ///
    /// @return completed when the engine has let go of the model, at once when it does not hold it
    public CompletableFuture<Void> detach(Digest model, TokenEvent.Failed why) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        try {
            mailbox.post(new Message.Detach(model, why, done));
        } catch (ServingException e) {
            join();
            done.complete(null);
        }
        return done;
    }

    /// Drops cached blocks, those of least worth first, until `ledger` has `bytes` free or nothing is
    /// left to drop. Waits for the step under way; must not be called on the engine's thread.
    public void reclaim(Ledger ledger, long bytes) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        try {
            mailbox.post(new Message.Reclaim(ledger, bytes, done));
        } catch (ServingException e) {
            // A closed engine holds nothing.
            join();
            return;
        }
        done.join();
    }

    /// Tells the engine that a step may go on: a layer's weights have come.
    public void wake() {
        mailbox.wake();
    }

    public EngineView view() {
        return view;
    }

    /// Why no request is taken any more: a close, or the broken invariant; empty while the engine
    /// runs.
    public Optional<String> stopReason() {
        return mailbox.closed().map(ServingException::getMessage);
    }

    /// Fails everybody with `SHUTTING_DOWN` after the step under way and gives all blocks back.
    /// Idempotent.
    @Override
    public void close() {
        mailbox.close(ServingException.of(ErrorCode.SHUTTING_DOWN, "the node is shutting down"));
        join();
    }

    private void join() {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
