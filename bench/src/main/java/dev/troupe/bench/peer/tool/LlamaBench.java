package dev.troupe.bench.peer.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `llama-bench`: one stream.
public record LlamaBench(PeerFolder folder, int threads) {
    /// Tokens per second.
    ///
    /// @param prefill of a prompt
    /// @param decode of one stream from an empty context
    public record Speeds(double prefill, double decode) {}

    /// @param promptTokens of the prompt whose prefill is timed
    /// @param replyTokens of the stream whose decode is timed
    public Speeds run(Path model, int promptTokens, int replyTokens) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(folder.llama("llama-bench").toString(), "-m", model.toString()));
        words.addAll(List.of("-p", String.valueOf(promptTokens), "-n", String.valueOf(replyTokens)));
        words.addAll(List.of("-t", String.valueOf(threads), "-r", "1", "-o", "json"));
        return parse(ToolRun.output(words), promptTokens, replyTokens);
    }

    static Speeds parse(String json, int promptTokens, int replyTokens) throws IOException {
        JsonNode tests = new ObjectMapper().readTree(json);
        return new Speeds(speed(tests, promptTokens, 0), speed(tests, 0, replyTokens));
    }

    private static double speed(JsonNode tests, int promptTokens, int replyTokens) throws IOException {
        for (JsonNode test : tests) {
            if (Fields.number(test, "n_prompt") == promptTokens && Fields.number(test, "n_gen") == replyTokens) {
                return Fields.positive(test, "avg_ts");
            }
        }
        throw new IOException("llama-bench reports no test of " + promptTokens + " prompt tokens and " + replyTokens
                + " reply tokens: " + tests);
    }
}
