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

    /// It sometimes ends before its last lines are written, and says that all went well.
    private static final int ATTEMPTS = 4;

    /// @param text a file of UTF-8, at least two windows long
    /// @param window in tokens
    /// @param windows that the text has
    /// @return perplexity over the second halves of all windows, to four decimals
    /// @throws IOException also when it reads more or fewer windows
    public double run(Path model, Path text, int window, int windows) throws IOException, InterruptedException {
        IOException problem = new IOException("llama-perplexity was not asked");
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                return parse(output(model, text, window), windows);
            } catch (CutShort e) {
                problem = e;
            }
        }
        throw problem;
    }

    private String output(Path model, Path text, int window) throws IOException, InterruptedException {
        return ToolRun.output(List.of(
                folder.llama("llama-perplexity").toString(),
                "-m",
                model.toString(),
                "-f",
                text.toString(),
                "-c",
                String.valueOf(window),
                "-t",
                String.valueOf(threads)));
    }

    static double parse(String output, int windows) throws IOException {
        Matcher matcher = WINDOW.matcher(output);
        double last = Double.NaN;
        int found = 0;
        while (matcher.find()) {
            found++;
            if (Integer.parseInt(matcher.group(1)) != found) {
                throw new IOException("llama-perplexity left out window " + found + ": " + output);
            }
            last = Double.parseDouble(matcher.group(2));
        }
        if (found < windows) {
            throw new CutShort("llama-perplexity reports " + found + " of " + windows + " windows: " + output);
        }
        if (found > windows) {
            throw new IOException("llama-perplexity read " + found + " windows, where we have " + windows);
        }
        return last;
    }

    private static final class CutShort extends IOException {
        private static final long serialVersionUID = 1L;

        CutShort(String message) {
            super(message);
        }
    }
}
