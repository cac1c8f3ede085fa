package dev.troupe.store.text;

import dev.troupe.store.template.ProvenanceText;
import java.util.List;

/// A model's vocabulary and its rules. Thread-safe and immutable.
public interface Tokenizer {
    /// Ids are below this. May be smaller than the model's embedding (padding rows are never
    /// produced).
    int vocabularySize();

    /// Plain text: what looks like a special token in it is ordinary characters. Nothing is added
    /// in front or behind.
    List<Integer> encode(String text);

    /// Text that knows its origin: special tokens match only in characters that came from a
    /// template; the rest is tokenised jointly, as one text.
    List<Integer> encode(ProvenanceText text);

    /// The bytes that a token stands for in running text; empty for special tokens.
    byte[] bytes(int id);

    /// Characters (UTF-16) of text that one token stands for at most, at least 1. So a text of more
    /// than `n` times as many needs more than `n` tokens, without counting them.
    int longestTokenCharacters();

    /// The token as people write it, special tokens by their literal, for example `<|im_end|>`.
    String piece(int id);

    boolean isSpecial(int id);

    /// The special ids, and whether one is put in front of plain prompts.
    SpecialTokens special();

    /// @param bos empty or one id
    /// @param endOfReply every id that ends a reply
    /// @param addBos whether plain prompts (`/v1/completions`) start with `bos`
    /// @param stripLeadingSpace whether the first space of a decoded text is an artefact of the
    ///     vocabulary
    record SpecialTokens(List<Integer> bos, List<Integer> endOfReply, boolean addBos, boolean stripLeadingSpace) {
        public SpecialTokens {
            bos = List.copyOf(bos);
            endOfReply = List.copyOf(endOfReply);
        }
    }
}
