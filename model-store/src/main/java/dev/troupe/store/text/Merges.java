package dev.troupe.store.text;

import dev.troupe.store.format.GgufMetadata;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The merges of a BPE vocabulary, first ones first.
final class Merges {
    static final String KEY = "tokenizer.ggml.merges";

    record Merge(String left, String right) {}

    private Merges() {}

    /// Both parts and their union must be ordinary tokens.
    static List<Merge> read(Vocabulary vocabulary, GgufMetadata metadata) {
        List<Merge> merges = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String written : metadata.requireStrings(KEY)) {
            int space = written.indexOf(' ', 1);
            if (space < 0 || space == written.length() - 1) {
                throw metadata.fault(KEY, "entry " + merges.size() + " is not two tokens with a space between");
            }
            Merge merge = new Merge(written.substring(0, space), written.substring(space + 1));
            for (String token : List.of(merge.left(), merge.right(), merge.left() + merge.right())) {
                if (vocabulary.id(token).stream().noneMatch(vocabulary::spells)) {
                    throw metadata.fault(KEY, "entry " + merges.size() + " needs a token that the vocabulary lacks");
                }
            }
            if (!seen.add(written)) {
                throw metadata.fault(KEY, "entry " + merges.size() + " appears twice");
            }
            merges.add(merge);
        }
        return merges;
    }
}
