package dev.troupe.kernel.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.cpu.CpuDevice;
import dev.troupe.kernel.cpu.CpuOptions;
import dev.troupe.kernel.cpu.FaultPoint;
import dev.troupe.kernel.cpu.Level;
import dev.troupe.kernel.layout.WeightFormat;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The fault that the exactness run is tried with is a fault: the contract sees it too.
class SumOrderFaultTest {
    @ParameterizedTest
    @EnumSource(WeightFormat.class)
    void sumsInAnotherOrderAreFound(WeightFormat format) {
        LinearContract contract = new LinearContract() {
            @Override
            Device open(long capacityBytes) {
                return CpuDevice.open(
                        new CpuOptions(Level.GENERIC, 1, capacityBytes, Set.of(FaultPoint.SUM_ORDER_BY_BATCH)));
            }
        };
        contract.openBoth();
        try {
            assertThatThrownBy(() -> contract.theWidthsOfARealModelGiveTheBitsOfTheReference(format))
                    .isInstanceOf(AssertionError.class);
        } finally {
            contract.closeBoth();
        }
    }
}
