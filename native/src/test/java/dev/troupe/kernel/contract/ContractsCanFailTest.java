package dev.troupe.kernel.contract;

import static dev.troupe.kernel.contract.MistakenDevice.at;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.layout.WeightFormat;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/// One wrong bit in one number, and the contract says so.
class ContractsCanFailTest {
    @Test
    void aProductOffByOneBitIsFound() {
        LongFunction<Device> device = bytes -> new MistakenDevice(
                bytes,
                Ops.Linear.class,
                op -> at(op.out(), op.rows() - 1, op.weights().outputs() - 1));
        LinearContract contract = new LinearContract() {
            @Override
            Device open(long capacityBytes) {
                return device.apply(capacityBytes);
            }
        };
        assertFound(contract, test -> test.everyShapeAndBatchGivesTheBitsOfTheReference(WeightFormat.Q8_0));
    }

    @Test
    void attentionOffByOneBitIsFound() {
        LongFunction<Device> device =
                bytes -> new MistakenDevice(bytes, Ops.Attend.class, op -> at(op.out(), op.rows() - 1, 0));
        AttentionContract contract = new AttentionContract() {
            @Override
            Device open(long capacityBytes) {
                return device.apply(capacityBytes);
            }
        };
        assertFound(contract, AttentionContract::contextsAroundTheSplitGiveTheBitsOfTheReference);
    }

    @Test
    void aStoreBehindTheWidthIsFound() {
        LongFunction<Device> device = bytes -> new MistakenDevice(
                bytes,
                Ops.Normalize.class,
                op -> at(op.out(), op.rows() - 1, op.out().stride()));
        NormContract contract = new NormContract() {
            @Override
            Device open(long capacityBytes) {
                return device.apply(capacityBytes);
            }
        };
        assertFound(contract, NormContract::everyWidthAndBatchGivesTheBitsOfTheReference);
    }

    @Test
    void anotherTokenIsFound() {
        LongFunction<Device> device = bytes -> new MistakenDevice(bytes, Ops.Sample.class, op -> op.choices() + 4);
        SampleContract contract = new SampleContract() {
            @Override
            Device open(long capacityBytes) {
                return device.apply(capacityBytes);
            }
        };
        assertFound(contract, test -> test.everyDrawGivesTheTokenOfTheReference(17));
    }

    private static <T extends KernelContract> void assertFound(T contract, Consumer<T> test) {
        contract.openBoth();
        try {
            assertThatThrownBy(() -> test.accept(contract))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("mistaken with 1 threads, -Dtroupe.seed=");
        } finally {
            contract.closeBoth();
        }
    }
}
