package dev.troupe.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/// A process that starts an import and stays in its middle: arguments are the store's folder, the
/// file and the stage.
final class StuckImport {
    private StuckImport() {}

    public static void main(String[] args) throws IOException {
        ModelStore.open(Path.of(args[0])).importFile(Path.of(args[1]), (stage, done, total) -> {
            if (stage.name().equals(args[2]) && done > total / 2) {
                System.out.println("stuck");
                stayForEver();
            }
        });
    }

    private static void stayForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
