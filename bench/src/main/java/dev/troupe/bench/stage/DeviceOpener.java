package dev.troupe.bench.stage;

import dev.troupe.kernel.Device;

/// Opens devices; the caller closes them.
@FunctionalInterface
public interface DeviceOpener {
    /// @param capacityBytes of its memory, which is only reserved
    Device open(String level, int threads, long capacityBytes);
}
