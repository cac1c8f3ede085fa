package dev.troupe.bench.stage;

import dev.troupe.bench.workload.Setup;

/// Where engines come from. Safe to use from any thread.
public interface Stage {
    /// A fresh engine with its own device, ledger and pool, ready to answer for `model`.
    OpenEngine open(String model, Setup setup);

    /// The same on the reference device, the judge of all others.
    OpenEngine openReference(String model, Setup setup);
}
