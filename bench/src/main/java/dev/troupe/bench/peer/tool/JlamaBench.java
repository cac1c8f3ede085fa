package dev.troupe.bench.peer.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/// Jlama, one stream of a model of SmolLM2's shape in Q4.
public record JlamaBench(PeerFolder folder, int threads) {
    private static final String DRIVER = "JlamaDriver.java";
    private static final String MODEL = "jlama-135M";
    private static final double MILLIS = 1000;

    /// Of one stream: prefill of a prompt of `promptTokens`, then `replyTokens`, the first included.
    public LlamaBench.Speeds run(int promptTokens, int replyTokens) throws IOException, InterruptedException {
        Path driver = folder.jlama().resolve(DRIVER);
        try (InputStream source = JlamaBench.class.getResourceAsStream(DRIVER)) {
            Files.copy(source, driver, StandardCopyOption.REPLACE_EXISTING);
        }
        List<String> words = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        words.addAll(List.of("--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"));
        words.addAll(List.of(
                "--enable-preview", "--source", String.valueOf(Runtime.version().feature())));
        words.addAll(List.of("-cp", folder.jlama() + "/*", driver.toString(), model().toString()));
        words.addAll(List.of(String.valueOf(promptTokens), String.valueOf(replyTokens), String.valueOf(threads)));
        return parse(ToolRun.output(words), promptTokens);
    }

    /// Written once.
    private Path model() throws IOException {
        Path model = folder.models().resolve(MODEL);
        if (!Files.isDirectory(model)) {
            Path target = Files.createDirectories(folder.models())
                    .resolve(MODEL + "." + ProcessHandle.current().pid());
            JlamaModel.writeTo(target);
            Files.move(target, model, StandardCopyOption.ATOMIC_MOVE);
        }
        return model;
    }

    static LlamaBench.Speeds parse(String output, int promptTokens) throws IOException {
        String line = output.lines()
                .filter(text -> text.startsWith("{"))
                .findFirst()
                .orElseThrow(() -> new IOException("Jlama's driver reports nothing: " + output));
        JsonNode found = new ObjectMapper().readTree(line);
        double prompt = Fields.positive(found, "prompt_tokens");
        if (prompt != promptTokens) {
            throw new IOException("Jlama made " + prompt + " tokens of a prompt of " + promptTokens);
        }
        return new LlamaBench.Speeds(
                MILLIS * prompt / Fields.positive(found, "prompt_ms"),
                MILLIS * Fields.positive(found, "generated_tokens") / Fields.positive(found, "generate_ms"));
    }
}
