package dev.troupe.kernel.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.cpu.CpuDevice;
import dev.troupe.kernel.cpu.CpuOptions;
import dev.troupe.kernel.cpu.FaultPoint;
import dev.troupe.kernel.cpu.Level;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The fault that the exactness run is tried with is a fault: the contract sees it too.
class PenaltiesFaultTest {
    @Test
    void aNeighboursHistoryIsFound() {
        AdjustContract contract = new AdjustContract() {
            @Override
            Device open(long capacityBytes) {
                return CpuDevice.open(
                        new CpuOptions(Level.GENERIC, 1, capacityBytes, Set.of(FaultPoint.PENALTIES_BY_BATCH)));
            }
        };
        contract.openBoth();
        try {
            assertThatThrownBy(contract::rowsThatShareAHistorySeeItUpToTheirOwnPlace)
                    .isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> contract.everyAdjustmentGivesTheTokenOfTheReference(33))
                    .isInstanceOf(AssertionError.class);
        } finally {
            contract.closeBoth();
        }
    }
}
