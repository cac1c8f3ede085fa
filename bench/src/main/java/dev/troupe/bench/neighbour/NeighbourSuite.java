package dev.troupe.bench.neighbour;

import dev.troupe.bench.speed.Measure;
import dev.troupe.bench.speed.Meter;
import dev.troupe.bench.stage.DemoStage;
import dev.troupe.bench.stage.OpenEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Runs every measure quiet and disturbed in turn, so that other changes on the machine meet both.
final class NeighbourSuite {
    /// Two threads on two cores of which one is half stolen keep three quarters at best; what one
    /// thread would do alone is half. Less than that is a collapse.
    private static final double NEIGHBOUR_FLOOR = 0.5;

    /// Threads beyond the cores bring nothing and must cost little.
    private static final double CROWDED_FLOOR = 0.8;

    private static final List<Measure> MEASURES = List.of(Measure.single(16, 96), Measure.crowd(8, 16, 48));

    private final DemoStage stage;
    private final String level;
    private final int rounds;
    private final Consumer<String> progress;

    NeighbourSuite(DemoStage stage, String level, int rounds, Consumer<String> progress) {
        this.stage = stage;
        this.level = level;
        this.rounds = rounds;
        this.progress = progress;
    }

    /// @param threads of the engine that is measured
    /// @param crowdedThreads of one that has more threads than there are cores
    List<NeighbourRow> run(int threads, int crowdedThreads) throws IOException, InterruptedException {
        List<NeighbourRow> rows = new ArrayList<>();
        try (OpenEngine engine = stage.start(level, threads)) {
            stage.awaitReady(engine);
            Meter meter = meter(engine);
            for (Measure measure : MEASURES) {
                rows.add(besideNeighbour(meter, measure));
            }
            try (OpenEngine crowded = stage.start(level, crowdedThreads)) {
                stage.awaitReady(crowded);
                for (Measure measure : MEASURES) {
                    rows.add(crowded(meter, meter(crowded), measure, crowdedThreads));
                }
            }
        }
        return rows;
    }

    private NeighbourRow besideNeighbour(Meter meter, Measure measure) throws IOException, InterruptedException {
        progress.accept("measuring " + measure.name() + " beside a busy process");
        List<Double> quiet = new ArrayList<>();
        List<Double> disturbed = new ArrayList<>();
        once(meter, measure);
        for (int round = 0; round < rounds; round++) {
            quiet.add(once(meter, measure));
            try (Neighbour neighbour = Neighbour.start()) {
                disturbed.add(once(meter, measure));
                if (!neighbour.isAlive()) {
                    throw new IOException("the busy process ended by itself");
                }
            }
        }
        return new NeighbourRow(measure.name(), "a busy process", quiet, disturbed, NEIGHBOUR_FLOOR);
    }

    private NeighbourRow crowded(Meter meter, Meter crowded, Measure measure, int threads) throws InterruptedException {
        progress.accept("measuring " + measure.name() + " with " + threads + " threads");
        List<Double> quiet = new ArrayList<>();
        List<Double> disturbed = new ArrayList<>();
        once(crowded, measure);
        for (int round = 0; round < rounds; round++) {
            quiet.add(once(meter, measure));
            disturbed.add(once(crowded, measure));
        }
        return new NeighbourRow(measure.name(), threads + " threads", quiet, disturbed, CROWDED_FLOOR);
    }

    private static double once(Meter meter, Measure measure) throws InterruptedException {
        return meter.measure(measure, 1).best();
    }

    private Meter meter(OpenEngine engine) {
        return new Meter(engine.node(), engine.target(DemoStage.NAME), stage.tokenCount());
    }
}
