package dev.troupe.store.text;

import dev.troupe.store.format.GgufMetadata;
import java.util.List;

/// Reads the merges of a GGUF file. Both parts and their union must be tokens that spell text.
final class MergesReader {
    private static final String KEY = "tokenizer.ggml.merges";

    private MergesReader() {}

    static MergeTable read(Vocabulary vocabulary, GgufMetadata metadata, TextLimits limits) {
        List<String> written = metadata.requireStrings(KEY);
        if (written.size() > limits.merges()) {
            throw metadata.fault(KEY, "has " + written.size() + " entries; the limit is " + limits.merges());
        }
        Merges merges = new Merges(vocabulary, written.size());
        int entry = 0;
        for (String pair : written) {
            if (!Merges.isPair(pair)) {
                throw metadata.fault(KEY, "entry " + entry + " is not two tokens with a space between");
            }
            switch (merges.add(pair)) {
                case TAKEN -> entry++;
                case NO_TOKEN ->
                    throw metadata.fault(KEY, "entry " + entry + " needs a token that the vocabulary lacks");
                case TWICE -> throw metadata.fault(KEY, "entry " + entry + " appears twice");
            }
        }
        return merges.table();
    }
}
