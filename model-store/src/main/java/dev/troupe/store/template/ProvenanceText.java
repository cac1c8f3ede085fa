package dev.troupe.store.template;

import java.util.ArrayList;
import java.util.List;

/// A text whose characters know where they came from.
public record ProvenanceText(List<Run> runs) {
    public ProvenanceText {
        runs = merge(runs);
    }

    /// Who wrote a run of characters.
    public enum Origin {
        /// The model's own template: special tokens in it are meant.
        TEMPLATE,
        /// A request: everything in it is plain text.
        DATA
    }

    public record Run(String text, Origin origin) {}

    public static ProvenanceText data(String text) {
        return new ProvenanceText(List.of(new Run(text, Origin.DATA)));
    }

    /// All characters, origins forgotten.
    public String plain() {
        StringBuilder all = new StringBuilder();
        runs.forEach(run -> all.append(run.text()));
        return all.toString();
    }

    private static List<Run> merge(List<Run> runs) {
        List<Run> merged = new ArrayList<>();
        for (Run run : runs) {
            if (run.text().isEmpty()) {
                continue;
            }
            if (!merged.isEmpty() && merged.getLast().origin() == run.origin()) {
                merged.add(new Run(merged.removeLast().text() + run.text(), run.origin()));
            } else {
                merged.add(run);
            }
        }
        return List.copyOf(merged);
    }
}
