package dev.troupe.bench.exact;

import dev.troupe.bench.drive.Client;
import dev.troupe.bench.stage.OpenEngine;
import dev.troupe.bench.stage.Stage;
import dev.troupe.bench.verdict.Reply;
import dev.troupe.bench.workload.Caller;
import dev.troupe.bench.workload.Question;
import dev.troupe.bench.workload.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Cold references: each question alone on a fresh engine, once. Used from one thread.
final class ColdReplies implements AutoCloseable {
    private static final int BLOCK_POSITIONS = 16;

    private final Stage stage;
    private final String level;
    private final Duration patience;
    private final ExecutorService workers;
    private final Map<Question, Reply> replies = new HashMap<>();

    ColdReplies(Stage stage, String level, Duration patience) {
        this.stage = stage;
        this.level = level;
        this.patience = patience;
        int cores = Runtime.getRuntime().availableProcessors();
        workers = Executors.newFixedThreadPool(
                Math.clamp(cores, 1, 8), Thread.ofPlatform().name("cold-", 0).factory());
    }

    /// Answers all questions that have no reference yet.
    void prepare(List<Question> questions) throws InterruptedException {
        Map<Question, Future<Reply>> open = new HashMap<>();
        for (Question question : questions) {
            if (!replies.containsKey(question) && !open.containsKey(question)) {
                open.put(
                        question,
                        workers.submit(() -> alone(stage.open(List.of(question.model()), setup(question)), question)));
            }
        }
        for (Map.Entry<Question, Future<Reply>> entry : open.entrySet()) {
            replies.put(entry.getKey(), result(entry.getValue()));
        }
    }

    /// @param question one that was prepared
    Reply reply(Question question) {
        return replies.get(question);
    }

    /// Answers on the reference device, in the order of `questions`.
    List<Reply> onReference(List<Question> questions) throws InterruptedException {
        List<Future<Reply>> open = new ArrayList<>();
        for (Question question : questions) {
            open.add(workers.submit(() -> alone(stage.openReference(question.model(), setup(question)), question)));
        }
        List<Reply> answers = new ArrayList<>();
        for (Future<Reply> future : open) {
            answers.add(result(future));
        }
        return answers;
    }

    int size() {
        return replies.size();
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }

    private Reply alone(OpenEngine fresh, Question question) throws InterruptedException {
        try (OpenEngine engine = fresh) {
            return new Client(engine.node(), patience)
                    .ask(
                            question.toRequest("cold", engine.target(question.model()), Optional.empty()),
                            new Caller.Patient());
        }
    }

    private Setup setup(Question question) {
        int blocks = Math.ceilDiv(question.maxPositions(), BLOCK_POSITIONS);
        return Setup.alone(level, blocks);
    }

    private static Reply result(Future<Reply> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a cold run failed", e.getCause());
        }
    }
}
