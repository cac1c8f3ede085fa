package dev.troupe.bench.exact;

import dev.troupe.bench.drive.Client;
import dev.troupe.bench.stage.OpenEngine;
import dev.troupe.bench.stage.Stage;
import dev.troupe.bench.verdict.Reply;
import dev.troupe.bench.verdict.Tally;
import dev.troupe.bench.workload.Ask;
import dev.troupe.bench.workload.Round;
import dev.troupe.protocol.node.NodeSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Runs the asks of one round together on one engine.
final class RoundRunner {
    private static final Duration POLL = Duration.ofMillis(5);

    private final Stage stage;
    private final Duration patience;
    private final Duration settling;

    /// @param patience of a client
    /// @param settling how long after the last reply the engine may still hold something
    RoundRunner(Stage stage, Duration patience, Duration settling) {
        this.stage = stage;
        this.patience = patience;
        this.settling = settling;
    }

    /// @param replies in the order of the round's asks
    /// @param leak what the engine still held when nobody asked for anything any more
    record Outcome(List<Reply> replies, Tally.Work work, Optional<String> leak) {}

    Outcome run(Round round) throws InterruptedException {
        try (OpenEngine engine = stage.open(round.models(), round.setup())) {
            Client client = new Client(engine.node(), patience);
            List<Reply> replies = askAll(round, client, engine);
            NodeSnapshot last = settled(engine, replies.size());
            return new Outcome(replies, work(last), leak(last));
        }
    }

    private static List<Reply> askAll(Round round, Client client, OpenEngine engine) throws InterruptedException {
        try (ExecutorService clients = Executors.newFixedThreadPool(
                round.setup().clients(), Thread.ofVirtual().name("client-", 0).factory())) {
            List<Future<Reply>> futures = new ArrayList<>();
            for (Ask ask : round.asks()) {
                futures.add(clients.submit(() ->
                        client.ask(ask.toRequest(engine.target(ask.question().model())), ask.caller())));
            }
            List<Reply> replies = new ArrayList<>();
            for (Future<Reply> future : futures) {
                replies.add(future.get());
            }
            return replies;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a client of round " + round.number() + " failed", e.getCause());
        }
    }

    /// The snapshot is published now and then, so it is asked until it says that all is over.
    private NodeSnapshot settled(OpenEngine engine, int requests) throws InterruptedException {
        long deadline = System.nanoTime() + settling.toNanos();
        NodeSnapshot snapshot = engine.node().snapshot();
        while (!isOver(snapshot, requests) && System.nanoTime() < deadline) {
            Thread.sleep(POLL);
            snapshot = engine.node().snapshot();
        }
        return snapshot;
    }

    private static boolean isOver(NodeSnapshot snapshot, int requests) {
        NodeSnapshot.Ends ends = snapshot.counters().ends();
        boolean counted = ends.finished() + ends.cancelled() + ends.failed() >= requests;
        return counted && leak(snapshot).isEmpty();
    }

    private static Optional<String> leak(NodeSnapshot snapshot) {
        NodeSnapshot.Load load = snapshot.load();
        boolean empty = load.runningSequences() == 0 && load.waitingSequences() == 0 && load.usedBlocks() == 0;
        return empty ? Optional.empty() : Optional.of("after the last reply the engine still holds " + load);
    }

    private static Tally.Work work(NodeSnapshot snapshot) {
        NodeSnapshot.Counters counters = snapshot.counters();
        NodeSnapshot.Steps steps = counters.steps();
        return new Tally.Work(
                new Tally.Steps(steps.count(), steps.mixed(), steps.prefillTokens(), steps.decodeTokens()),
                new Tally.Savings(
                        counters.prefixCache().hits(),
                        counters.preemptions().count(),
                        counters.speculation().proposedTokens(),
                        counters.speculation().acceptedTokens()));
    }
}
