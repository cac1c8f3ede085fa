package dev.troupe.kernel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Ops;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

abstract class AttentionContract extends KernelContract {
    private static final short NAN = (short) 0x7E00;
    private static final AttentionShape GROUPED = new AttentionShape(9, 3, 64, 0.125f);
    private static final AttentionShape SMALL = new AttentionShape(4, 2, 8, 0.35f);

    @Test
    void everyHeadSizeGivesTheBitsOfTheReference() {
        withData(data -> {
            for (AttentionShape shape : RotateContract.shapes()) {
                int[] lengths = {1, 2, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 100, 200};
                AttendCase test = AttendCase.decode(data, shape, lengths);
                assertSameInAnyBatch("decode " + shape, test, data, 1, 2, 3, 5, 8, 16);
            }
        });
    }

    @Test
    void everyShortContextGivesTheBitsOfTheReference() {
        withData(data -> {
            int[] lengths = IntStream.rangeClosed(1, 40).toArray();
            assertSameInAnyBatch("decode", AttendCase.decode(data, SMALL, lengths), data, 1, 1, 1, 7, 32, 40);
        });
    }

    @Test
    void contextsAroundTheSplitGiveTheBitsOfTheReference() {
        withData(data -> {
            int[] lengths = {510, 511, 512, 513, 514, 543, 544, 545, 1023, 1024, 1025, 1100, 1, 33, 1536, 1537};
            assertSameInAnyBatch("split", AttendCase.decode(data, SMALL, lengths), data, 1, 1, 2, 5, 16);
            int[] fewer = {512, 513, 1024, 1100};
            assertSameInAnyBatch("split", AttendCase.decode(data, GROUPED, fewer), data, 1, 1, 2, 4);
        });
    }

    @Test
    void slicesOfAPromptGiveTheBitsOfSingleRows() {
        withData(data -> {
            assertSameInAnyBatch("slice", AttendCase.slice(data, GROUPED, 0, 69), data, 1, 2, 7, 16, 33, 64, 70);
            assertSameInAnyBatch("slice", AttendCase.slice(data, SMALL, 0, 129), data, 1, 3, 64, 100, 130);
            assertSameInAnyBatch("slice", AttendCase.slice(data, SMALL, 500, 530), data, 1, 1, 7, 31);
            assertSameInAnyBatch("slice", AttendCase.slice(data, SMALL, 1015, 1040), data, 1, 9, 26);
        });
    }

    @Test
    void slicesOfEveryHeadSizeGiveTheBitsOfSingleRows() {
        withData(data -> {
            for (AttentionShape shape : RotateContract.shapes()) {
                assertSameInAnyBatch("slice " + shape, AttendCase.slice(data, shape, 470, 549), data, 1, 4, 80);
            }
        });
    }

    @Test
    void manyHeadsThatShareOneGiveTheBitsOfTheReference() {
        withData(data -> {
            AttentionShape shape = new AttentionShape(27, 1, 24, 0.2f);
            assertSameInAnyBatch("slice", AttendCase.slice(data, shape, 500, 530), data, 1, 3, 31);
        });
    }

    @Test
    void slicesAndDecodesMixInOneStep() {
        withData(data -> {
            KvPool pool = new KvPool(SMALL, data, 600, 40, 17, 90);
            IntStream.range(0, 4).forEach(sequence -> pool.fill(data, sequence, new int[] {600, 40, 17, 90}[sequence]));
            KvPool.Place[] places = new KvPool.Place[60];
            for (int row = 0; row < places.length; row++) {
                places[row] = row < 20
                        ? new KvPool.Place(0, 490 + row * 2)
                        : row < 50 ? new KvPool.Place(1, row - 20) : new KvPool.Place(row % 2 + 2, row - 44);
            }
            AttendCase test = new AttendCase(SMALL, Ops.ScoreRules.PLAIN, pool, data.rows(60, SMALL.qWidth()), places);
            assertSameInAnyBatch("mixed", test, data, 1, 2, 11, 35, 60);
        });
    }

    @Test
    void scoresFarApartAndAllAlikeGiveTheBitsOfTheReference() {
        withData(data -> {
            for (float scale : new float[] {0f, 1e-6f, 3f, 100f, -1f}) {
                AttentionShape shape = new AttentionShape(4, 2, 8, scale);
                assertSameInAnyBatch("scale " + scale, AttendCase.slice(data, shape, 0, 99), data, 1, 5, 100);
                AttendCase longer = AttendCase.decode(data, shape, 513, 700, 1100);
                assertSameInAnyBatch("scale " + scale, longer, data, 1, 3);
            }
        });
    }

    @Test
    void extremeQueriesStayInTheirRows() {
        withData(data -> {
            AttendCase plain = AttendCase.slice(data, SMALL, 0, 63);
            AttendCase wild = new AttendCase(
                    SMALL, plain.rules(), plain.pool(), data.wildRows(64, SMALL.qWidth()), plain.places());
            assertSameInAnyBatch("wild queries", wild, data, 1, 2, 7, 33, 64);
        });
    }

    @Test
    void aKeyOrValueThatIsNaNReachesEveryRowThatSeesItAndNoOther() {
        withData(data -> {
            AttendCase test = AttendCase.slice(data, SMALL, 0, 69);
            test.pool().putKey(0, 37, 0, 3, NAN);
            test.pool().putValue(0, 50, 1, 5, NAN);
            assertSameInAnyBatch("NaN in the KV", test, data, 1, 7, 70);
            float[][] rows = run(subject, test, 0, 70);
            for (int row = 0; row < 70; row++) {
                boolean bad = !allFinite(Arrays.copyOf(rows[row], 16));
                assertThat(bad).as("heads of KV head 0 in row %d", row).isEqualTo(row >= 37);
                assertThat(Float.isNaN(rows[row][2 * 8 + 5])).as("row %d", row).isEqualTo(row >= 50);
            }
        });
    }

    private static boolean allFinite(float[] values) {
        boolean finite = true;
        for (float value : values) {
            finite &= Float.isFinite(value);
        }
        return finite;
    }
}
