package dev.troupe.bench.neighbour;

import java.io.IOException;

/// A process that keeps one core busy until it is closed, or its parent is gone.
final class Neighbour implements AutoCloseable {
    private static final String SPIN =
            "while kill -0 \"$1\" 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done";

    private final Process process;

    private Neighbour(Process process) {
        this.process = process;
    }

    static Neighbour start() throws IOException {
        String parent = String.valueOf(ProcessHandle.current().pid());
        return new Neighbour(new ProcessBuilder("sh", "-c", SPIN, "neighbour", parent).start());
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
