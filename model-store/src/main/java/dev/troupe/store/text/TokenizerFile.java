package dev.troupe.store.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// What a vocabulary in a folder says, before anything is made of it.
///
/// @param fault for errors in it
/// @param vocabulary tokens by id
/// @param scores one per token of a unigram vocabulary, by id; otherwise empty
/// @param merges of a BPE vocabulary, first ones first
/// @param model its kind and options
/// @param parts normalizer, pre-tokenizer, post-processor and decoder
record TokenizerFile(
        TextFault fault,
        VocabularyDraft vocabulary,
        List<Double> scores,
        List<Pair> merges,
        JsonNode model,
        JsonNode parts) {
    record Pair(String left, String right) {}
}
