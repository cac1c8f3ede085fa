package dev.troupe.kernel.contract;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.reference.ReferenceDevice;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/// Two devices side by side: the subject and the judge.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class KernelContract {
    private static final long SEED = Long.getLong("troupe.seed", 20_261_130L);
    private static final long BENCH_BYTES = 24L << 20;

    Workbench subject;
    Workbench judge;

    /// Opens the device under test.
    abstract Device open(long capacityBytes);

    /// Memory of the device under test beside its workbench.
    long spareBytes() {
        return 0;
    }

    @BeforeAll
    void openBoth() {
        subject = new Workbench(open(BENCH_BYTES + spareBytes()), BENCH_BYTES);
        judge = new Workbench(new ReferenceDevice(BENCH_BYTES), BENCH_BYTES);
    }

    @AfterAll
    void closeBoth() {
        subject.close();
        judge.close();
    }

    /// Runs one test with its own data; a failure names the device and the seed.
    void withData(Consumer<TestData> test) {
        try {
            test.accept(new TestData(SEED));
        } catch (AssertionError | RuntimeException failure) {
            String device =
                    subject.device().name() + " with " + subject.device().threads() + " threads";
            throw new AssertionError(device + ", -Dtroupe.seed=" + SEED + ": " + failure.getMessage(), failure);
        }
    }

    /// All rows on the judge, then on the subject in runs of each of `counts` rows from a random
    /// start: same bits.
    void assertSameInAnyBatch(String what, RowsCase test, TestData data, int... counts) {
        float[][] expected = run(judge, test, 0, test.rows());
        for (int count : counts) {
            int from = data.below(test.rows() - count + 1);
            float[][] actual = run(subject, test, from, count);
            Bits.assertSame(what + ", " + count + " rows from " + from, expected, from, actual);
        }
    }

    static float[][] run(Workbench bench, RowsCase test, int from, int count) {
        bench.reset();
        float[][] result = test.run(bench, from, count);
        bench.checkGuards();
        return result;
    }

    /// An op with data for some rows, that can run on any stretch of them.
    interface RowsCase {
        int rows();

        float[][] run(Workbench bench, int from, int count);
    }
}
