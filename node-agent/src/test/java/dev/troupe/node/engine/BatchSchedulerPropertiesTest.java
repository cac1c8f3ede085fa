package dev.troupe.node.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.node.engine.StepPlan.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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
            LaneView view = new LaneView(running, waiting, random.nextInt(30), OptionalLong.empty());
            return new Case(limits, view, new BatchScheduler(limits).plan(view), byId);
        }

        private static List<SequenceView> draw(
                Random random, int count, Map<Long, SequenceView> byId, boolean mayDecode) {
            List<SequenceView> drawn = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                boolean decode = mayDecode && random.nextBoolean();
                int computed = random.nextInt(100);
                int pending = decode ? 1 : 1 + random.nextInt(1500);
                int held = Math.ceilDiv(computed + (decode ? random.nextInt(2) : pending), 16);
                SequenceView view = new SequenceView(
                        byId.size(),
                        decode ? SequenceView.Phase.DECODE : SequenceView.Phase.PREFILL,
                        computed,
                        pending,
                        !decode && random.nextInt(4) == 0,
                        random.nextInt(5) > 0,
                        mayDecode
                                ? new SequenceView.Blocks(held, random.nextInt(held + 1), 0, held + random.nextInt(3))
                                : new SequenceView.Blocks(held, 0, random.nextInt(held + 1), held),
                        SequenceView.Prefix.none());
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
    void everyDecodeWithCreditAndBlocksTakesPart(@ForAll long seed) {
        Case drawn = Case.draw(seed);
        Set<Long> named = new HashSet<>();
        drawn.plan().slices().forEach(slice -> named.add(slice.sequence()));
        drawn.plan().held().stream()
                .filter(held -> held.reason() == Reason.NO_BLOCKS || held.reason() == Reason.PREEMPTED)
                .forEach(held -> named.add(held.sequence()));
        drawn.view().running().stream()
                .filter(view -> view.phase() == SequenceView.Phase.DECODE && view.credited())
                .forEach(view -> assertThat(named).contains(view.id()));
    }

    @Property(tries = 500)
    void admissionIsFirstInFirstOutForThoseWhoPay(@ForAll long seed) {
        Case drawn = Case.draw(seed);
        List<Long> admitted = drawn.plan().admit();
        List<Long> queue = drawn.view().waiting().stream()
                .filter(SequenceView::credited)
                .map(SequenceView::id)
                .toList();
        assertThat(admitted).isEqualTo(queue.subList(0, admitted.size()));
        assertThat(drawn.view().running().size() + admitted.size())
                .isLessThanOrEqualTo(drawn.limits().maxSequences());
    }

    @Property(tries = 500)
    void noMoreBlocksAreSpentThanThereAreAndThanComeFree(@ForAll long seed) {
        Case drawn = Case.draw(seed);
        int blocks = drawn.view().availableBlocks();
        for (long id : drawn.plan().preempt()) {
            blocks += drawn.byId().get(id).blocks().own();
        }
        for (long id : drawn.plan().admit()) {
            blocks -= drawn.byId().get(id).blocks().toAdmit();
        }
        for (StepPlan.Slice slice : drawn.plan().slices()) {
            blocks -= drawn.byId().get(slice.sequence()).growth(slice.rows());
        }
        assertThat(blocks).isNotNegative();
    }

    @Property(tries = 500)
    void whoIsPreemptedIsYoungerThanSomebodyWhoGainsOrDoesNotPay(@ForAll long seed) {
        Case drawn = Case.draw(seed);
        long oldest = drawn.view().running().stream()
                .filter(SequenceView::credited)
                .mapToLong(SequenceView::id)
                .min()
                .orElse(Long.MAX_VALUE);
        assertThat(drawn.plan().preempt()).doesNotContain(oldest);
        assertThat(drawn.plan().preempt().isEmpty() || drawn.plan().admit().isEmpty())
                .isTrue();
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
        boolean anybody = drawn.view().running().stream()
                .anyMatch(view -> view.credited() && view.growth(Math.min(view.pendingRows(), 512)) == 0);
        boolean moves =
                !drawn.plan().slices().isEmpty() || !drawn.plan().preempt().isEmpty();
        assertThat(moves || !anybody).isTrue();
    }
}
