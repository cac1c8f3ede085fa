package dev.troupe.bench.peer;

import dev.troupe.bench.peer.tool.PeerFolder;
import dev.troupe.bench.peer.tool.ToolRun;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.generated.GeneratedModel;
import dev.troupe.store.generated.WeightFormats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The model files that both sides run, made once from the demo model's file, by the peer's own
/// program, and from random numbers.
///
/// @param demo the demo model's file, Q4_1
/// @param progress hears what is made
public record PeerModels(PeerFolder folder, Path demo, Consumer<String> progress) {
    /// What `llama-quantize` makes of the demo model: names of its mixes. Rows of 576 do not hold
    /// groups of 256, so most of the K mixes' tensors become Q5_0, Q5_1 or Q8_0.
    public static final List<String> TYPES =
            List.of("F16", "BF16", "Q8_0", "Q5_0", "Q5_1", "Q4_0", "Q4_1", "Q4_K_M", "Q5_K_M", "Q6_K");

    /// What most people run: layers in Q4_K, a part of them and the embedding in Q6_K.
    public static final String MIX = "Q4_K_M";

    /// Other mixes of large models, of one format each but for a few tensors.
    public static final List<String> LARGE_TYPES = List.of("Q6_K", "Q5_K_S", "Q5_0", "BF16");

    private static final long SEED = 1;

    /// A model file with its name in the reports.
    public record Named(String name, Path file) {}

    /// Writes a file from nothing.
    private interface Maker {
        void make(Path target) throws IOException, InterruptedException;
    }

    /// SmolLM2-135M in Q4_0, Q8_0 and Q4_1.
    public List<Named> small() throws IOException, InterruptedException {
        return List.of(requantised(WeightFormat.Q4_0), requantised(WeightFormat.Q8_0), new Named("SmolLM2 Q4_1", demo));
    }

    /// Random weights in the shape of Llama-3.2-1B, Q4_0 and Q8_0.
    public List<Named> large() throws IOException, InterruptedException {
        return List.of(generated(WeightFormat.Q4_0), generated(WeightFormat.Q8_0));
    }

    /// The same as `llama-quantize` mixes its formats.
    ///
    /// @param type {@link #MIX} or one of {@link #LARGE_TYPES}
    public Named large(String type) throws IOException, InterruptedException {
        Path source = generated(WeightFormat.Q8_0).file();
        return new Named(largeName(type), quantised(source, "generated-1B." + type + ".mix.gguf", type));
    }

    public static String largeName(String type) {
        return "1B " + type;
    }

    /// Two models of the shape of SmolLM2 that differ in their weights only, Q4_1.
    public List<Path> twins() throws IOException, InterruptedException {
        List<Path> files = new ArrayList<>();
        for (long seed = SEED; seed < SEED + 2; seed++) {
            GeneratedModel model = GeneratedModel.shape135M(WeightFormats.layers(WeightFormat.Q4_1), seed);
            files.add(once("generated-135M-" + seed + ".Q4_1.gguf", model::writeTo));
        }
        return files;
    }

    /// The demo model as `llama-quantize` writes it by default.
    ///
    /// @param type one of {@link #TYPES}
    public Named ofType(String type) throws IOException, InterruptedException {
        return new Named("SmolLM2 " + type, quantised(demo, "SmolLM2-135M-Instruct." + type + ".mix.gguf", type));
    }

    /// `source` as `llama-quantize` writes it by default.
    private Path quantised(Path source, String name, String type) throws IOException, InterruptedException {
        String quantize = folder.llama("llama-quantize").toString();
        return once(
                name,
                target -> ToolRun.output(
                        List.of(quantize, "--allow-requantize", source.toString(), target.toString(), type)));
    }

    private Named requantised(WeightFormat format) throws IOException, InterruptedException {
        String quantize = folder.llama("llama-quantize").toString();
        Path file = once(
                "SmolLM2-135M-Instruct." + format + ".gguf",
                target -> ToolRun.output(List.of(
                        quantize, "--allow-requantize", "--pure", demo.toString(), target.toString(), format.name())));
        return new Named("SmolLM2 " + format, file);
    }

    private Named generated(WeightFormat format) throws IOException, InterruptedException {
        GeneratedModel model = GeneratedModel.shape1B(WeightFormats.all(format), SEED);
        return new Named(largeName(format.name()), once("generated-1B." + format + ".gguf", model::writeTo));
    }

    /// A file of this name is whole: it gets its name when it is finished.
    private Path once(String name, Maker maker) throws IOException, InterruptedException {
        Path file = folder.models().resolve(name);
        if (Files.isRegularFile(file)) {
            return file;
        }
        progress.accept("making " + name);
        Files.createDirectories(folder.models());
        Path target = Files.createTempFile(folder.models(), "making-", ".gguf");
        try {
            maker.make(target);
            return Files.move(target, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(target);
        }
    }
}
