package dev.troupe.store.generated;

import dev.troupe.store.format.GgufWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A byte-level BPE vocabulary of any size: three special tokens, 256 bytes, the pieces of some
/// common words with their merges, then made-up words that only a model produces.
final class GeneratedVocabulary {
    static final int MIN_SIZE = 259;

    private static final List<String> SPECIAL = List.of("<|endoftext|>", "<|im_start|>", "<|im_end|>");
    private static final int NORMAL_TYPE = 1;
    private static final int CONTROL_TYPE = 3;
    private static final int BOS_ID = 1;
    private static final int EOS_ID = 2;
    private static final int BYTES = 256;
    /// How byte-level vocabularies write a space.
    private static final String SPACE = "Ġ";

    private static final List<String> WORDS = List.of(
            "in",
            "er",
            "on",
            "re",
            "he",
            "th",
            "ing",
            SPACE + "the",
            SPACE + "and",
            SPACE + "of",
            SPACE + "to",
            SPACE + "is",
            SPACE + "was",
            SPACE + "why",
            SPACE + "sky",
            SPACE + "blue",
            SPACE + "that",
            SPACE + "you",
            SPACE + "are",
            SPACE + "with",
            "user",
            "system",
            "assistant",
            SPACE + "world",
            SPACE + "hello");
    private static final String CONSONANTS = "bdfgklmnprstvz";
    private static final String VOWELS = "aeiou";

    private static final String TEMPLATE = """
            {% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] \
            + '<|im_end|>' + '\\n' }}{% endfor %}\
            {% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}""";

    private final List<String> tokens;
    private final List<String> merges;

    GeneratedVocabulary(int size) {
        Set<String> pieces = new LinkedHashSet<>(SPECIAL);
        for (int value = 0; value < BYTES; value++) {
            pieces.add(letter(value));
        }
        merges = List.copyOf(addWords(pieces, size));
        for (int number = 0; pieces.size() < size; number++) {
            pieces.add(madeUpWord(number));
        }
        tokens = List.copyOf(pieces);
    }

    void declare(GgufWriter writer) {
        int[] types = new int[tokens.size()];
        for (int id = 0; id < types.length; id++) {
            types[id] = id < SPECIAL.size() ? CONTROL_TYPE : NORMAL_TYPE;
        }
        writer.put("tokenizer.ggml.model", "gpt2")
                .put("tokenizer.ggml.pre", "smollm")
                .put("tokenizer.ggml.tokens", tokens)
                .put("tokenizer.ggml.token_type", types)
                .put("tokenizer.ggml.merges", merges)
                .put("tokenizer.ggml.bos_token_id", BOS_ID)
                .put("tokenizer.ggml.eos_token_id", EOS_ID)
                .put("tokenizer.ggml.add_bos_token", false)
                .put("tokenizer.ggml.add_space_prefix", false)
                .put("tokenizer.chat_template", TEMPLATE);
    }

    List<String> tokens() {
        return tokens;
    }

    List<String> merges() {
        return merges;
    }

    /// Each word is merged from the left, letter by letter.
    private static Set<String> addWords(Set<String> pieces, int size) {
        Set<String> pairs = new LinkedHashSet<>();
        for (String word : WORDS) {
            for (int end = 2; end <= word.length() && pieces.size() < size; end++) {
                pieces.add(word.substring(0, end));
                pairs.add(word.substring(0, end - 1) + " " + word.charAt(end - 1));
            }
        }
        return pairs;
    }

    private static String madeUpWord(int number) {
        int syllables = CONSONANTS.length() * VOWELS.length();
        List<String> word = new ArrayList<>();
        for (int rest = number; rest > 0 || word.size() < 2; rest /= syllables) {
            int syllable = rest % syllables;
            word.add("" + CONSONANTS.charAt(syllable / VOWELS.length()) + VOWELS.charAt(syllable % VOWELS.length()));
        }
        Collections.reverse(word);
        return SPACE + String.join("", word);
    }

    /// The letter that stands for a byte: itself where it is visible, else one from 256 on.
    private static String letter(int value) {
        if (isVisible(value)) {
            return String.valueOf((char) value);
        }
        int hiddenBefore = 0;
        for (int other = 0; other < value; other++) {
            hiddenBefore += isVisible(other) ? 0 : 1;
        }
        return String.valueOf((char) (BYTES + hiddenBefore));
    }

    private static boolean isVisible(int value) {
        return value >= '!' && value <= '~' || value >= 0xA1 && value <= 0xAC || value >= 0xAE && value <= 0xFF;
    }
}
