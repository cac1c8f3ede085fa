package dev.troupe.bench.speed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.node.NodeSnapshot;
import dev.troupe.protocol.node.StepTimes;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepProfileTest {
    private static final StepTimes BEFORE = new StepTimes(
            List.of(new StepTimes.Phase("plan", 10), new StepTimes.Phase("execute", 1000)),
            List.of(new StepTimes.Op("attend", 1, 800, 100)));

    private static final StepTimes AFTER = new StepTimes(
            List.of(new StepTimes.Phase("plan", 110), new StepTimes.Phase("execute", 3000)),
            List.of(new StepTimes.Op("attend", 2, 1800, 400), new StepTimes.Op("sample", 1, 500, 0)));

    @Test
    void partsAddUpToTheEnginesTime() {
        StepProfile profile = StepProfile.between("m", snapshot(3, BEFORE), snapshot(5, AFTER));
        assertThat(profile.steps()).isEqualTo(2);
        assertThat(profile.parts())
                .containsExactly(
                        new StepProfile.Part("attend", 700),
                        new StepProfile.Part("sample", 500),
                        new StepProfile.Part("between ops", 500),
                        new StepProfile.Part("wait for workers", 300),
                        new StepProfile.Part("plan", 100));
        assertThat(profile.nanos()).isEqualTo(2100);
        assertThat(profile.share(profile.parts().getFirst())).isEqualTo(700 / 2100.0);
        assertThat(profile.millisPerStep(profile.parts().getFirst())).isEqualTo(350e-6);
    }

    @Test
    void theTableNamesEveryPart() {
        StepProfile profile = StepProfile.between("single", snapshot(0, StepTimes.none()), snapshot(1, AFTER));
        assertThat(ProfileText.table(List.of(profile)))
                .contains("single ", "attend ", "sample ", "wait for workers ", "between ops ", "plan ");
    }

    @Test
    void anEngineThatDidNothingHasNoTime() {
        StepProfile profile = StepProfile.between("idle", snapshot(4, AFTER), snapshot(4, AFTER));
        assertThat(profile.nanos()).isZero();
        assertThat(profile.share(profile.parts().getFirst())).isZero();
    }

    private static NodeSnapshot snapshot(long steps, StepTimes times) {
        NodeSnapshot.Counters none = NodeSnapshot.Counters.none();
        return new NodeSnapshot(
                "node",
                "cpu",
                "portable-1",
                List.of(),
                new NodeSnapshot.MemoryUse(0, 0, 0, 0),
                new NodeSnapshot.Load(0, 0, 0, 0, 0),
                new NodeSnapshot.Counters(
                        new NodeSnapshot.Steps(steps, 0, 0, 0, 0),
                        none.ends(),
                        none.prefixCache(),
                        none.preemptions(),
                        none.speculation()),
                times);
    }
}
