package dev.troupe.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.StopTokens;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SetupDiceTest {
    private static final WorkloadPlan PLAN =
            new WorkloadPlan(1000, List.of(new ModelRole("m", 300, 2048, 1, false)), List.of("generic"), List.of(1, 2));

    private final SetupDice setups = new SetupDice(PLAN, new Dice(4));

    @Test
    void aStepHoldsEverySequenceAndOneMoreRow() {
        assertThat(IntStream.range(0, 200).mapToObj(_ -> setups.draw("generic", 80)))
                .allMatch(setup -> setup.step().tokens() > setup.sequences())
                .allMatch(setup -> setup.step().tokens() >= setup.step().sliceTokens());
    }

    @Test
    void poolsHoldAllAsksOrMakeSomeWait() {
        List<Ask> asks = Collections.nCopies(300, ask(16, 16));
        assertThat(IntStream.range(0, 15).mapToObj(_ -> pool(asks))).contains(600, 200, 75);
    }

    @Test
    void everyThirdPoolIsOneThatRunningSequencesOutgrow() {
        assertThat(IntStream.range(0, 30)
                        .mapToObj(_ -> setups.draw("generic", 80))
                        .filter(SetupDice::isTight)
                        .map(Setup::poolBlocks))
                .hasSize(10)
                .allMatch(blocks -> blocks >= 8 && blocks <= 40);
    }

    @Test
    void noPoolIsTooSmallForTheLargestAsk() {
        List<Ask> asks = List.of(ask(1500, 100), ask(1, 1));
        assertThat(IntStream.range(0, 30)
                        .mapToObj(_ -> setups.draw("generic", 80))
                        .filter(setup -> !SetupDice.isTight(setup))
                        .map(setup -> setups.withPool(setup, asks).poolBlocks()))
                .allMatch(blocks -> blocks >= 100);
    }

    private int pool(List<Ask> asks) {
        return setups.withPool(setups.draw("generic", 80), asks).poolBlocks();
    }

    private static Ask ask(int promptTokens, int maxTokens) {
        Question question = new Question(
                "m",
                Collections.nCopies(promptTokens, 1),
                maxTokens,
                StopTokens.of(List.of()),
                SamplingParams.greedy(),
                Scoring.none());
        return new Ask(0, question, new Caller.Patient(), Optional.empty());
    }
}
