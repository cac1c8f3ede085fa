package dev.troupe.node.agent;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.reference.ReferenceDevice;
import java.util.function.Supplier;

/// The devices that tests run on.
enum Devices {
    REFERENCE(() -> new ReferenceDevice(256L << 20));

    private final Supplier<Device> opener;

    Devices(Supplier<Device> opener) {
        this.opener = opener;
    }

    static Devices fastest() {
        return values()[values().length - 1];
    }

    Device open() {
        return opener.get();
    }
}
