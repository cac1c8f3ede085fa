package dev.troupe.kernel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Ops.ScoreRules;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// Attention of models whose queries see a window, or whose scores are capped.
abstract class WindowContract extends KernelContract {
    private static final short NAN = (short) 0x7E00;
    private static final AttentionShape GROUPED = new AttentionShape(9, 3, 64, 0.125f);
    private static final AttentionShape SMALL = new AttentionShape(4, 2, 8, 0.35f);
    private static final AttentionShape WIDE = new AttentionShape(4, 1, 256, 0.0625f);
    private static final int[] WINDOWS = {1, 2, 8, 16, 17, 31, 32, 33, 64, 100, 511, 512, 513, 700, 4096};

    @Test
    void everyWindowGivesTheBitsOfTheReference() {
        withData(data -> {
            AttendCase decode = AttendCase.decode(data, SMALL, 1, 8, 31, 33, 64, 511, 512, 513, 544, 700, 1025, 1100);
            AttendCase slice = AttendCase.slice(data, SMALL, 480, 610);
            for (int window : WINDOWS) {
                ScoreRules rules = window(window);
                assertSameInAnyBatch("decode, window " + window, decode.with(rules), data, 1, 1, 1, 2, 5, 12);
                assertSameInAnyBatch("slice, window " + window, slice.with(rules), data, 1, 3, 24, 70, 131);
            }
        });
    }

    @Test
    void windowsOfEveryHeadSizeGiveTheBitsOfTheReference() {
        withData(data -> {
            for (AttentionShape shape : RotateContract.shapes()) {
                ScoreRules rules = window(data.between(2, 90));
                AttendCase slice = AttendCase.slice(data, shape, 470, 549).with(rules);
                assertSameInAnyBatch("slice " + shape + rules, slice, data, 1, 4, 80);
                AttendCase decode =
                        AttendCase.decode(data, shape, 1, 17, 40, 513, 530).with(rules);
                assertSameInAnyBatch("decode " + shape + rules, decode, data, 1, 2, 5);
            }
        });
    }

    @Test
    void aWindowOverEverythingGivesTheBitsOfNone() {
        withData(data -> {
            AttendCase slice = AttendCase.slice(data, GROUPED, 500, 570);
            float[][] none = run(subject, slice, 0, slice.rows());
            float[][] all = run(subject, slice.with(window(571)), 0, slice.rows());
            Bits.assertSame("window over everything", none, 0, all);
        });
    }

    @Test
    void cappedScoresGiveTheBitsOfTheReference() {
        withData(data -> {
            for (float cap : new float[] {50f, 1f, 0.01f, 1e30f}) {
                ScoreRules rules = new ScoreRules(OptionalInt.empty(), Optional.of(cap));
                check(data, rules, SMALL);
                check(data, new ScoreRules(OptionalInt.of(40), Optional.of(cap)), SMALL);
            }
            check(data, new ScoreRules(OptionalInt.of(64), Optional.of(50f)), WIDE);
            check(data, new ScoreRules(OptionalInt.empty(), Optional.of(50f)), GROUPED);
        });
    }

    private void check(TestData data, ScoreRules rules, AttentionShape shape) {
        AttendCase slice = AttendCase.slice(data, shape, 490, 550).with(rules);
        assertSameInAnyBatch("slice " + rules, slice, data, 1, 7, 61);
        AttendCase wild =
                new AttendCase(shape, rules, slice.pool(), data.wildRows(slice.rows(), shape.qWidth()), slice.places());
        assertSameInAnyBatch("wild " + rules, wild, data, 1, 13, 61);
        assertSameInAnyBatch(
                "decode " + rules, AttendCase.decode(data, shape, 3, 33, 600).with(rules), data, 1, 3);
    }

    @Test
    void rowsThatDoNotFollowOneAnotherMaySeeNothingInCommon() {
        withData(data -> {
            KvPool pool = new KvPool(SMALL, data, 1200);
            pool.fill(data, 0, 1200);
            KvPool.Place[] places = new KvPool.Place[12];
            Arrays.setAll(places, row -> new KvPool.Place(0, row * row * 9 + row));
            AttendCase test = new AttendCase(SMALL, window(20), pool, data.rows(12, SMALL.qWidth()), places);
            assertSameInAnyBatch("gaps", test, data, 1, 2, 5, 12);
        });
    }

    @Test
    void whatLiesOutsideOfTheWindowIsNotSeen() {
        withData(data -> {
            ScoreRules rules = window(20);
            AttendCase test = AttendCase.slice(data, SMALL, 0, 89).with(rules);
            float[][] clean = run(subject, test, 0, 90);
            test.pool().putKey(0, 37, 0, 3, NAN);
            test.pool().putValue(0, 37, 1, 5, NAN);
            assertSameInAnyBatch("NaN in the KV", test, data, 1, 7, 90);
            float[][] rows = run(subject, test, 0, 90);
            for (int row = 0; row < 90; row++) {
                boolean seen = row >= 37 && row < 57;
                assertThat(Float.isNaN(rows[row][0])).as("row %d", row).isEqualTo(seen);
                assertThat(Float.isNaN(rows[row][2 * 8 + 5])).as("row %d", row).isEqualTo(seen);
                if (!seen) {
                    Bits.assertSame("row " + row, clean[row], rows[row]);
                }
            }
        });
    }

    private static ScoreRules window(int positions) {
        return new ScoreRules(OptionalInt.of(positions), Optional.empty());
    }
}
