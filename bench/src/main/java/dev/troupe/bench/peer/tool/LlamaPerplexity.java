package dev.troupe.bench.peer.tool;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `llama-perplexity`: how well a model predicts a text.
public record LlamaPerplexity(PeerFolder folder, int threads) {
    /// The mean so far behind each window: `[1]19.4747,[2]10.2760,`.
    private static final Pattern WINDOW = Pattern.compile("\\[(\\d+)]([0-9.]+),");

    /// @param text a file of UTF-8, at least two windows long
    /// @param window in tokens
    /// @return perplexity over the second halves of all windows, to four decimals
    public double run(Path model, Path text, int window) throws IOException, InterruptedException {
        return parse(ToolRun.output(List.of(
                folder.llama("llama-perplexity").toString(),
                "-m",
                model.toString(),
                "-f",
                text.toString(),
                "-c",
                String.valueOf(window),
                "-t",
                String.valueOf(threads))));
    }

    static double parse(String output) throws IOException {
        Matcher matcher = WINDOW.matcher(output);
        double last = Double.NaN;
        for (int windows = 1; matcher.find(); windows++) {
            if (Integer.parseInt(matcher.group(1)) != windows) {
                throw new IOException("llama-perplexity left out window " + windows + ": " + output);
            }
            last = Double.parseDouble(matcher.group(2));
        }
        if (Double.isNaN(last)) {
            throw new IOException("llama-perplexity reports no window: " + output);
        }
        return last;
    }
}
