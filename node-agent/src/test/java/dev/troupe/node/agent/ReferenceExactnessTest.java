package dev.troupe.node.agent;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.reference.ReferenceDevice;

/// On a device whose memory Java cannot read.
class ReferenceExactnessTest extends ExactnessContract {
    @Override
    Device device() {
        return new ReferenceDevice(256L << 20);
    }
}
