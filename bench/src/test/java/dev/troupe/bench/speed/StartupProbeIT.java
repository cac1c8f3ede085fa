package dev.troupe.bench.speed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.bench.stage.CpuDevices;
import dev.troupe.bench.stage.DemoStage;
import dev.troupe.bench.stage.OpenEngine;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.ImportProgress;
import dev.troupe.store.ModelStore;
import dev.troupe.store.StoredModel;
import dev.troupe.store.generated.GeneratedModel;
import dev.troupe.store.generated.WeightFormats;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartupProbeIT {
    private static final String LEVEL = "generic";

    @TempDir
    Path folder;

    private StoredModel model;

    @BeforeEach
    void importModel() throws IOException {
        Path file = folder.resolve("small.gguf");
        GeneratedModel.small(WeightFormats.all(WeightFormat.Q8_0), 1).writeTo(file);
        model = ModelStore.open(folder).importFile(file, ImportProgress.none());
    }

    @Test
    void aFreshProcessGetsReadyAndSaysWhatItHolds() throws IOException, InterruptedException {
        StartupProbe.Result result = new StartupProbe(folder, model.digest(), LEVEL, 1).best(1);
        assertThat(result.startup().processSeconds())
                .isGreaterThan(result.startup().deviceSeconds());
        assertThat(result.residentBytes()).isPositive();
    }

    @Test
    void everyMeasureRunsOnARealNode() throws IOException, InterruptedException {
        DemoStage stage = DemoStage.open(folder, model.digest(), CpuDevices.opener());
        try (OpenEngine engine = stage.start(LEVEL, 1)) {
            stage.awaitReady(engine);
            Meter meter = new Meter(engine.node(), engine.target(DemoStage.NAME), stage.tokenCount());
            assertThat(meter.measure(Measure.prefill(64), 1).best()).isPositive();
            assertThat(meter.measure(Measure.crowd(4, 8, 8), 1).best()).isPositive();
        }
    }
}
