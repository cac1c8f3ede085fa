package dev.troupe.bench.peer;

import dev.troupe.bench.peer.tool.PeerFolder;
import dev.troupe.bench.stage.DemoModel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/// The options of a suite that compares with peers, and what it needs to be there.
public final class PeerOptions {
    private static final int ROUNDS = 3;

    @Option(names = "--quick", description = "one round: a smoke run, its ratios are noisy")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "writes the result as JSON too")
    private Optional<Path> json = Optional.empty();

    @Option(names = "--threads", description = "of both sides; 2 by default, floors and goals are for 2")
    private int threads = 2;

    private final PeerFolder folder = PeerFolder.of(System.getenv());

    /// Why nothing can be measured; empty when everything is there.
    public Optional<String> problem() {
        return folder.missing().or(() -> DemoModel.missing(System.getenv()));
    }

    public PeerFolder folder() {
        return folder;
    }

    public PeerModels models(Consumer<String> progress) {
        return new PeerModels(folder, DemoModel.place(System.getenv()), progress);
    }

    public int rounds() {
        return quick ? 1 : ROUNDS;
    }

    public int threads() {
        return threads;
    }

    public Optional<Path> json() {
        return json;
    }
}
