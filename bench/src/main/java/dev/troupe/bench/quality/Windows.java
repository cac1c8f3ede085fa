package dev.troupe.bench.quality;

import java.util.ArrayList;
import java.util.List;

/// A text cut into windows that are read apart from each other, as `llama-perplexity` does: of each
/// only the tokens of its second half count, which all have half a window before them. What is left
/// behind the last whole window does not count.
///
/// @param ids of all windows, each of `SIZE` tokens
record Windows(List<List<Integer>> ids) {
    static final int SIZE = 512;

    /// Index in a window of the first token that counts.
    static final int FIRST_COUNTED = SIZE / 2 + 1;

    /// @param tokens of the whole text, a first token of the tokenizer included
    /// @param bos what each window begins with in place of its own first token; empty or one id
    static Windows of(List<Integer> tokens, List<Integer> bos) {
        List<List<Integer>> windows = new ArrayList<>();
        for (int start = 0; start + SIZE <= tokens.size(); start += SIZE) {
            List<Integer> window = new ArrayList<>(tokens.subList(start, start + SIZE));
            if (!bos.isEmpty()) {
                window.set(0, bos.getFirst());
            }
            windows.add(List.copyOf(window));
        }
        return new Windows(List.copyOf(windows));
    }
}
