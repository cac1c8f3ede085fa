package dev.troupe.bench.stage;

import dev.troupe.bench.workload.Setup;
import java.util.List;

/// Where engines come from. Safe to use from any thread.
public interface Stage {
    /// A fresh engine with its own device and ledger, ready to answer for all of `models`.
    OpenEngine open(List<String> models, Setup setup);

    /// The same on the reference device, the judge of all others.
    OpenEngine openReference(String model, Setup setup);
}
