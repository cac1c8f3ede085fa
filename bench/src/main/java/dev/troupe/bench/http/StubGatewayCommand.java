package dev.troupe.bench.http;

import dev.troupe.control.ControlPlane;
import dev.troupe.control.ControlPlaneConfig;
import dev.troupe.control.catalog.ModelCatalog;
import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.keys.ApiKey;
import dev.troupe.store.ImportProgress;
import dev.troupe.store.ModelStore;
import dev.troupe.store.StoredModel;
import dev.troupe.store.text.TextModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// What {@link GatewayDelay} starts: a gateway in front of a {@link StubNode}, in a process of its
/// own, until it is ended from outside.
@Command(name = "stub-gateway", hidden = true)
public final class StubGatewayCommand implements Callable<Integer> {
    static final String NAME = "bench";
    static final String KEY = "bench-key";

    private static final String NUMERICS = "portable-1";
    private static final String WORD = "Hello";
    private static final Duration STEP = Duration.ofMillis(10);

    @Option(names = "--model", required = true)
    private Path model;

    @Option(names = "--store", required = true)
    private Path store;

    @Option(names = "--port", required = true)
    private int port;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ModelStore opened = ModelStore.open(store);
        StoredModel stored = opened.importFile(model, ImportProgress.none());
        TextModel text = opened.text(stored);
        ServedModel served = new ServedModel(
                NAME, List.of(), NAME, stored.digest(), stored.manifest().spec(), text, Instant.now());
        int token = text.tokenizer().encode(WORD).getFirst();
        ControlPlaneConfig config = ControlPlaneConfig.of(port, List.of(ApiKey.of(ApiKey.Role.TENANT, NAME, KEY)));
        try (StubNode node = StubNode.start(stored.digest(), NUMERICS, token, STEP);
                ControlPlane unused = ControlPlane.start(config, node, ModelCatalog.of(List.of(served)))) {
            new CountDownLatch(1).await();
        }
        return 0;
    }
}
