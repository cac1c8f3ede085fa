package dev.troupe.node.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class BatchSchedulerPropertiesTest {
    /// A drawn situation with its plan.
    private record Case(EngineLimits limits, LaneView view, StepPlan plan, Map<Long, SequenceView> byId) {
        static Case draw(long seed) {
            Random random = new Random(seed);
            int sequences = 1 + random.nextInt(20);
            EngineLimits limits = new EngineLimits(
                    sequences + 1 + random.nextInt(600),
                    1 + random.nextInt(512),
                    sequences,
                    100,
                    sequences + random.nextInt(50));
            Map<Long, SequenceView> byId = new HashMap<>();
            List<SequenceView> running = draw(random, 1 + random.nextInt(sequences), byId, true);
            List<SequenceView> waiting = draw(random, random.nextInt(30), byId, false);
            LaneView view = new LaneView(running, waiting, random.nextInt(60));
            return new Case(limits, view, new BatchScheduler(limits).plan(view), byId);
        }

        private static List<SequenceView> draw(
                Random random, int count, Map<Long, SequenceView> byId, boolean mayDecode) {
            List<SequenceView> drawn = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                boolean decode = mayDecode && random.nextBoolean();
                SequenceView view = new SequenceView(
                        byId.size(),
                        decode ? SequenceView.Phase.DECODE : SequenceView.Phase.PREFILL,
                        decode ? 1 : 1 + random.nextInt(1500),
                        !decode && random.nextInt(4) == 0,
                        random.nextInt(5) > 0,
                        1 + random.nextInt(20));
                byId.put(view.id(), view);
                drawn.add(view);
            }
            return drawn;
        }

        int logitRows() {
            return plan.slices().stream()
                    .mapToInt(slice -> byId.get(slice.sequence()).logitRows(slice.rows()))
                    .sum();
        }
    }

    @Property(tries = 500)
    void noBudgetIsExceeded(@ForAll long seed) {
        Case drawn = Case.draw(seed);
        assertThat(drawn.plan().rows()).isLessThanOrEqualTo(drawn.limits().tokenBudget());
        assertThat(drawn.logitRows()).isLessThanOrEqualTo(drawn.limits().maxLogitRows());
        for (StepPlan.Slice slice : drawn.plan().slices()) {
            int pending = drawn.byId().get(slice.sequence()).pendingRows();
            assertThat(slice.rows())
                    .isBetween(1, Math.min(pending, drawn.limits().sliceTokens()));
        }
    }

    @Property(tries = 500)
    void everyDecodeWithCreditTakesPart(@ForAll long seed) {
        Case drawn = Case.draw(seed);
        Set<Long> stepped = new HashSet<>();
        drawn.plan().slices().forEach(slice -> stepped.add(slice.sequence()));
        drawn.view().running().stream()
                .filter(view -> view.phase() == SequenceView.Phase.DECODE && view.credited())
                .forEach(view -> assertThat(stepped).contains(view.id()));
    }

    @Property(tries = 500)
    void admissionIsFirstInFirstOutAndSpendsNoMoreBlocksThanThereAre(@ForAll long seed) {
        Case drawn = Case.draw(seed);
        List<Long> admitted = drawn.plan().admit();
        List<Long> queue = drawn.view().waiting().stream().map(SequenceView::id).toList();
        assertThat(admitted).isEqualTo(queue.subList(0, admitted.size()));
        int blocks =
                admitted.stream().mapToInt(id -> drawn.byId().get(id).blocks()).sum();
        assertThat(blocks).isLessThanOrEqualTo(drawn.view().availableBlocks());
        assertThat(drawn.view().running().size() + admitted.size())
                .isLessThanOrEqualTo(drawn.limits().maxSequences());
    }

    @Property(tries = 500)
    void everySequenceIsSteppedOrHeldWithOneReason(@ForAll long seed) {
        Case drawn = Case.draw(seed);
        List<Long> named = new ArrayList<>();
        drawn.plan().slices().forEach(slice -> named.add(slice.sequence()));
        drawn.plan().held().forEach(held -> named.add(held.sequence()));
        assertThat(named)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(drawn.byId().keySet());
    }

    @Property(tries = 500)
    void somethingMovesWhenAnybodyMay(@ForAll long seed) {
        Case drawn = Case.draw(seed);
        boolean anybody = drawn.view().running().stream().anyMatch(SequenceView::credited);
        assertThat(drawn.plan().slices().isEmpty() && anybody).isFalse();
    }
}
