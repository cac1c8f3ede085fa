package dev.troupe.bench.exact;

import dev.troupe.bench.stage.Stage;
import dev.troupe.bench.verdict.Difference;
import dev.troupe.bench.verdict.Floors;
import dev.troupe.bench.verdict.Reply;
import dev.troupe.bench.verdict.ReplyJudge;
import dev.troupe.bench.verdict.Tally;
import dev.troupe.bench.verdict.Verdict;
import dev.troupe.bench.workload.Ask;
import dev.troupe.bench.workload.ModelRole;
import dev.troupe.bench.workload.Question;
import dev.troupe.bench.workload.Round;
import dev.troupe.bench.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// One whole run: every round, every comparison, one verdict. Used from one thread, once.
final class ExactRun {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration SETTLING = Duration.ofSeconds(5);

    private final ExactOptions options;
    private final Stage stage;
    private final Consumer<String> progress;
    private final List<ModelRole> roles;
    private final List<String> findings = new ArrayList<>();
    private final long startNanos = System.nanoTime();
    private Tally tally = Tally.ZERO;

    ExactRun(ExactOptions options, Stage stage, List<ModelRole> roles, Consumer<String> progress) {
        this.options = options;
        this.stage = stage;
        this.roles = List.copyOf(roles);
        this.progress = progress;
    }

    Verdict run() throws InterruptedException {
        Workload workload = Workload.draw(options.plan(roles), options.seed());
        List<Round> rounds = workload.rounds().stream()
                .filter(round ->
                        options.onlyRound().isEmpty() || options.onlyRound().getAsInt() == round.number())
                .toList();
        try (ColdReplies cold = new ColdReplies(stage, options.levels().getFirst(), PATIENCE)) {
            RoundRunner runner = new RoundRunner(stage, PATIENCE, SETTLING);
            for (Round round : rounds) {
                RoundRunner.Outcome outcome = runner.run(round);
                judge(round, outcome, cold);
                sayProgress(round, outcome, workload.rounds().size());
            }
            List<Question> chosen =
                    ReferenceChoice.choose(workload(workload, rounds), lightModels(), options.requests());
            judgeOnReference(chosen, cold);
            count(new Tally.Compared(0, 0, cold.size(), chosen.size()));
        }
        return Verdict.of(tally, findings, floors());
    }

    private void judge(Round round, RoundRunner.Outcome outcome, ColdReplies cold) throws InterruptedException {
        cold.prepare(round.asks().stream().map(Ask::question).toList());
        tally = tally.plus(RoundTally.of(round, outcome));
        outcome.leak().ifPresent(leak -> findings.add(Finding.leak(round, leak, options)));
        for (int i = 0; i < round.asks().size(); i++) {
            Ask ask = round.asks().get(i);
            Optional<Difference> difference = ReplyJudge.firstDifference(
                    cold.reply(ask.question()),
                    outcome.replies().get(i),
                    ask.caller().leaves());
            difference.ifPresent(found -> findings.add(Finding.inRound(round, ask, found, options)));
        }
    }

    private void judgeOnReference(List<Question> chosen, ColdReplies cold) throws InterruptedException {
        progress.accept("asking the reference device %d questions".formatted(chosen.size()));
        List<Reply> answers = cold.onReference(chosen);
        for (int i = 0; i < chosen.size(); i++) {
            Question question = chosen.get(i);
            ReplyJudge.firstDifference(answers.get(i), cold.reply(question), false)
                    .ifPresent(found -> findings.add(Finding.onReference(question, found, options)));
        }
    }

    private void count(Tally.Compared compared) {
        tally = tally.plus(new Tally(Tally.ZERO.work(), Tally.ZERO.requests(), compared));
    }

    private static Workload workload(Workload whole, List<Round> rounds) {
        return new Workload(whole.seed(), rounds);
    }

    private Set<String> lightModels() {
        return roles.stream()
                .filter(role -> !role.heavy())
                .map(ModelRole::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    private Floors floors() {
        return options.onlyRound().isPresent()
                ? Floors.none()
                : Floors.of(options.requests(), !lightModels().isEmpty());
    }

    private void sayProgress(Round round, RoundRunner.Outcome outcome, int rounds) {
        progress.accept("round %d of %d (%s, %s, slice %d): batch %.1f; %d of %d requests, %d differences, %d s"
                .formatted(
                        round.number() + 1,
                        rounds,
                        String.join(" and ", round.models()),
                        round.setup().level(),
                        round.setup().step().sliceTokens(),
                        outcome.work().steps().meanBatch(),
                        tally.requests().asked(),
                        options.requests(),
                        findings.size(),
                        Duration.ofNanos(System.nanoTime() - startNanos).toSeconds()));
    }
}
