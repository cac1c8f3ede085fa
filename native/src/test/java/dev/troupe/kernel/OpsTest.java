package dev.troupe.kernel;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.layout.WeightFormat;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// A record of an op that cannot be cannot be made.
class OpsTest {
    private static final Ops.Rows ROWS = new Ops.Rows(0, 64);
    private static final QuantizedRows QUANTIZED = new QuantizedRows(0, 4, 64);
    private static final Matrix MATRIX = new Matrix(WeightFormat.Q8_0, 64, 64, 0);
    private static final Matrix FLOATS = new Matrix(WeightFormat.F16, 64, 64, 0);
    private static final AttentionShape SHAPE = new AttentionShape(4, 2, 8, 1f);
    private static final Ops.KvView KV = new Ops.KvView(0, 0, 0);
    private static final Ops.Gain GAIN = new Ops.Gain(0, 0f);

    @Test
    void shapesThatFitAreTaken() {
        assertThatCode(() -> linear(MATRIX, new Ops.QuantizedInput(QUANTIZED), ROWS, 4))
                .doesNotThrowAnyException();
        assertThatCode(() -> linear(FLOATS, new Ops.FloatInput(ROWS), ROWS, 1000))
                .doesNotThrowAnyException();
    }

    @Test
    void everyOpRefusesZeroRowsAndNarrowStrides() {
        Ops.Rows narrow = new Ops.Rows(0, 15);
        refused(() -> new Ops.Embed(MATRIX, 0, 1f, ROWS, 0), "embed: 0 rows");
        refused(() -> new Ops.Embed(MATRIX, 0, 1f, narrow, 1), "embed: stride 15 is less than the width 64");
        refused(() -> new Ops.Gather(ROWS, 0, ROWS, 64, 0), "gather: 0 rows");
        refused(() -> new Ops.Gather(ROWS, 0, narrow, 16, 1), "gather: stride 15");
        refused(() -> new Ops.Normalize(ROWS, GAIN, ROWS, 0, 1), "normalize: 1 rows of 0");
        refused(() -> new Ops.Normalize(narrow, GAIN, ROWS, 16, 1), "normalize: stride 15");
        refused(() -> new Ops.NormalizeAdd(ROWS, GAIN, narrow, 16, 1), "normalizeAdd: stride 15");
        refused(() -> activate(ROWS, narrow, 16), "activate: stride 15");
        refused(() -> activate(ROWS, ROWS, 0), "activate: 1 rows of 0");
        refused(() -> new Ops.Softcap(narrow, 1f, 16, 1), "softcap: stride 15");
        refused(() -> new Ops.Quantize(narrow, QUANTIZED, 1), "quantize: stride 15");
        refused(() -> new Ops.NormalizeQuantize(ROWS, GAIN, QUANTIZED, -1), "normalizeQuantize: -1 rows");
        refused(
                () -> new Ops.RotateAndStore(narrow, SHAPE, Ops.HeadRules.plain(0, SHAPE), KV, 1),
                "rotateAndStore: stride 15");
        refused(() -> new Ops.Attend(ROWS, SHAPE, Ops.ScoreRules.PLAIN, KV, narrow, 1, 0), "attend: stride 15");
        refused(() -> new Ops.Sample(ROWS, 65, 0, 0, 1, 0), "sample: stride 64");
    }

    @Test
    void rulesOutsideTheirRangesAreRefused() {
        for (int rotated : new int[] {-2, 0, 3, 10}) {
            Ops.HeadRules rules = new Ops.HeadRules(OptionalLong.empty(), Optional.empty(), 0, rotated);
            refused(
                    () -> new Ops.RotateAndStore(ROWS, SHAPE, rules, KV, 1),
                    rotated + " rotated elements of a head of 8");
        }
        refused(() -> new Ops.HeadNorms(GAIN, new Ops.Gain(0, 1f)), "norms of q and k differ in epsilon");
        refused(() -> new Ops.ScoreRules(OptionalInt.of(0), Optional.empty()), "must be positive");
        for (float bad : new float[] {0f, -1f, Float.NaN, Float.POSITIVE_INFINITY}) {
            refused(() -> new Ops.ScoreRules(OptionalInt.empty(), Optional.of(bad)), "cap " + bad);
            refused(() -> new Ops.Softcap(ROWS, bad, 16, 1), "cap " + bad);
        }
        refused(() -> new Ops.Embed(MATRIX, 0, Float.NaN, ROWS, 1), "scale NaN is not finite");
    }

    @Test
    void quantisedRowsHoldTheirCapacity() {
        refused(() -> new Ops.Quantize(ROWS, QUANTIZED, 5), "quantize: 5 rows, room for 4");
        refused(() -> new Ops.NormalizeQuantize(ROWS, GAIN, QUANTIZED, 5), "5 rows, room for 4");
        refused(() -> linear(MATRIX, new Ops.QuantizedInput(QUANTIZED), ROWS, 5), "linear: 5 rows, room for 4");
    }

    @Test
    void productsTakeTheOperandTheirFormatNeeds() {
        refused(() -> linear(MATRIX, new Ops.FloatInput(ROWS), ROWS, 1), "Q8_0 takes quantised rows");
        refused(() -> linear(FLOATS, new Ops.QuantizedInput(QUANTIZED), ROWS, 1), "F16 takes fp32 rows");
        QuantizedRows narrow = new QuantizedRows(0, 4, 32);
        refused(() -> linear(MATRIX, new Ops.QuantizedInput(narrow), ROWS, 1), "rows of 32 against weights of 64");
    }

    private static Ops.Linear linear(Matrix weights, Ops.Input input, Ops.Rows out, int rows) {
        return new Ops.Linear(weights, input, out, rows, Ops.Epilogue.STORE);
    }

    private static Ops.Activate activate(Ops.Rows up, Ops.Rows out, int width) {
        return new Ops.Activate(Ops.Activation.SILU, ROWS, up, out, width, 1);
    }

    private static void refused(ThrowingCallable call, String problem) {
        assertThatThrownBy(call).isInstanceOf(KernelException.class).hasMessageContaining(problem);
    }
}
