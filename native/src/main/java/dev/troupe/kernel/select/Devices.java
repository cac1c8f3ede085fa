package dev.troupe.kernel.select;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.cpu.CpuDevice;
import dev.troupe.kernel.cpu.CpuFeatures;
import dev.troupe.kernel.cpu.CpuOptions;
import dev.troupe.kernel.reference.ReferenceDevice;

/// Opens the device that a {@link DeviceConfig} asks for.
public final class Devices {
    private Devices() {}

    /// An open device and how it was chosen. Who opened it closes the device.
    public record Opened(Device device, Selection selection) {}

    /// @throws dev.troupe.kernel.KernelException when memory or threads are refused
    public static Opened open(DeviceConfig config) {
        Selection selection = Selection.of(config, CpuFeatures.detect());
        Device device = selection
                .level()
                .<Device>map(level ->
                        CpuDevice.open(new CpuOptions(level, config.threads(), config.memoryBytes(), config.faults())))
                .orElseGet(() -> new ReferenceDevice(config.memoryBytes()));
        return new Opened(device, selection);
    }
}
