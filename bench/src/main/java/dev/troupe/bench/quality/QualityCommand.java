package dev.troupe.bench.quality;

import dev.troupe.bench.duel.ComparisonReport;
import dev.troupe.bench.peer.PeerModels;
import dev.troupe.bench.peer.PeerOptions;
import dev.troupe.bench.peer.tool.LlamaPerplexity;
import dev.troupe.bench.stage.CpuDevices;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `./do bench quality`.
@Command(
        name = "quality",
        mixinStandardHelpOptions = true,
        description = "Perplexity of the demo model in every weight format, ours and llama.cpp's on the same files.",
        footer = ComparisonReport.EXIT_CODES)
public final class QualityCommand implements Callable<Integer> {
    private static final String GGUF = ".gguf";

    @Spec
    private CommandSpec command;

    @Mixin
    private PeerOptions options;

    @Option(names = "--only", paramLabel = "TEXT", description = "models that have this in their name")
    private Optional<String> only = Optional.empty();

    @Option(
            names = "--model",
            paramLabel = "FILE|FOLDER",
            description = "other GGUF files to read with, instead of the demo model's; may be repeated")
    private List<Path> files = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = command.commandLine().getErr();
        if (options.problem().isPresent()) {
            err.println("bench: " + options.problem().get());
            return 2;
        }
        Consumer<String> progress = line -> err.println("bench: " + line);
        String text;
        try {
            text = QualityText.read(System.getenv());
        } catch (IOException e) {
            err.println("bench: " + e.getMessage());
            return 2;
        }
        QualitySuite suite = new QualitySuite(
                new OurPerplexity(CpuDevices.levels().getFirst(), options.threads()),
                new LlamaPerplexity(options.folder(), options.threads()),
                text,
                progress);
        return suite.run(models(progress)).publish(command.commandLine().getOut(), options.json());
    }

    private List<PeerModels.Named> models(Consumer<String> progress) throws IOException, InterruptedException {
        List<PeerModels.Named> models = new ArrayList<>();
        for (Path file : files) {
            named(file)
                    .filter(model -> only.isEmpty() || model.name().contains(only.get()))
                    .forEach(models::add);
        }
        if (!files.isEmpty()) {
            return models;
        }
        for (String type : PeerModels.TYPES) {
            if (only.isEmpty() || type.contains(only.get())) {
                models.add(options.models(progress).ofType(type));
            }
        }
        return models;
    }

    private static Stream<PeerModels.Named> named(Path file) throws IOException {
        if (!Files.isDirectory(file)) {
            return Stream.of(new PeerModels.Named(file.getFileName().toString(), file));
        }
        try (Stream<Path> files = Files.list(file)) {
            return files
                    .map(each -> new PeerModels.Named(each.getFileName().toString(), each))
                    .filter(model -> model.name().endsWith(GGUF))
                    .map(model -> new PeerModels.Named(
                            model.name().substring(0, model.name().length() - GGUF.length()), model.file()))
                    .sorted(Comparator.comparing(PeerModels.Named::name))
                    .toList()
                    .stream();
        }
    }
}
