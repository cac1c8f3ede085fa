package dev.troupe.bench.peer.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// `llama-batched-bench`: several sequences at once.
public record LlamaBatchedBench(PeerFolder folder, int threads) {

    /// Decoded tokens per second, all sequences together, by the number of sequences.
    ///
    /// @param promptTokens of each sequence
    /// @param replyTokens of each sequence
    public Map<Integer, Double> run(Path model, List<Integer> sequences, int promptTokens, int replyTokens)
            throws IOException, InterruptedException {
        int most = sequences.stream().mapToInt(Integer::intValue).max().orElseThrow();
        List<String> words =
                new ArrayList<>(List.of(folder.llama("llama-batched-bench").toString(), "-m", model.toString()));
        words.addAll(List.of("-c", String.valueOf(most * (promptTokens + replyTokens))));
        words.addAll(List.of("-t", String.valueOf(threads), "-tb", String.valueOf(threads)));
        words.addAll(List.of("-npp", String.valueOf(promptTokens), "-ntg", String.valueOf(replyTokens)));
        words.addAll(List.of("-npl", sequences.stream().map(String::valueOf).collect(Collectors.joining(","))));
        words.addAll(List.of("--output-format", "jsonl"));
        return parse(ToolRun.output(words), sequences);
    }

    static Map<Integer, Double> parse(String lines, List<Integer> sequences) throws IOException {
        Map<Integer, Double> speeds = new LinkedHashMap<>();
        for (String line : lines.lines().filter(text -> text.startsWith("{")).toList()) {
            JsonNode row = new ObjectMapper().readTree(line);
            speeds.put((int) Fields.positive(row, "pl"), Fields.positive(row, "speed_tg"));
        }
        if (!List.copyOf(speeds.keySet()).equals(sequences)) {
            throw new IOException("llama-batched-bench reports " + speeds.keySet() + " sequences where " + sequences
                    + " were due: " + lines);
        }
        return speeds;
    }
}
