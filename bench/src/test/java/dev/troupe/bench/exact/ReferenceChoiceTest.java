package dev.troupe.bench.exact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.bench.workload.ModelRole;
import dev.troupe.bench.workload.Question;
import dev.troupe.bench.workload.Workload;
import dev.troupe.bench.workload.WorkloadPlan;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReferenceChoiceTest {
    private static final Workload WORKLOAD = Workload.draw(
            new WorkloadPlan(
                    1000,
                    List.of(
                            new ModelRole("light", 300, 2048, 95, false),
                            new ModelRole("heavy", 49_152, 2048, 5, true)),
                    List.of("avx512", "generic"),
                    List.of(1, 2)),
            3);

    private final List<Question> chosen = ReferenceChoice.choose(WORKLOAD, Set.of("light"), 1000);

    @Test
    void aFifthOfTheRequestsIsChosenWithoutRepeats() {
        assertThat(chosen).hasSize(200).doesNotHaveDuplicates();
    }

    @Test
    void heavyModelsAreLeftOut() {
        assertThat(chosen).allMatch(question -> question.model().equals("light"));
    }

    @Test
    void someCrossTheBorderOfTheFixedSplit() {
        assertThat(chosen).anyMatch(question -> question.maxPositions() > 512);
        assertThat(chosen).filteredOn(question -> question.maxPositions() < 200).hasSizeGreaterThan(150);
    }
}
