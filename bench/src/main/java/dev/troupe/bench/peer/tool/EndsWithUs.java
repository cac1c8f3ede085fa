package dev.troupe.bench.peer.tool;

/// Keeps a process from outliving a suite that somebody interrupts. Nothing is kept of one that has
/// ended.
public final class EndsWithUs {
    private EndsWithUs() {}

    public static void bind(Process process) {
        Thread hook = new Thread(process::destroy, "end-process");
        Runtime.getRuntime().addShutdownHook(hook);
        var _ = process.onExit().thenRun(() -> forget(hook));
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // We are ending: the hook runs or has run.
        }
    }
}
