package dev.troupe.store.text;

import dev.troupe.store.text.piece.Behavior;
import dev.troupe.store.text.piece.Cutter;
import dev.troupe.store.text.piece.Expression;
import dev.troupe.store.text.piece.SplitCutter;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/// The expressions that the vocabularies in use were made with. Each takes time in proportion to
/// the text.
final class CutRules {
    static final String GPT2 = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

    /// Every digit stands alone first, then the rules of GPT-2 see each piece on its own: a digit
    /// ends what stands before it like the end of the text.
    private static final String DIGITS_THEN_GPT2 =
            "\\p{N}|'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?![^\\s\\p{N}])|\\s+";

    private static final String SHORT_FORMS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)";
    private static final String BLANKS = "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
    private static final String WORDS = "|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+";
    private static final String SIGNS = "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*";

    static final String LLAMA3 = SHORT_FORMS + WORDS + "|\\p{N}{1,3}" + SIGNS + BLANKS;
    static final String QWEN2 = SHORT_FORMS + WORDS + "|\\p{N}" + SIGNS + BLANKS;
    static final String QWEN35 = SHORT_FORMS + "|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}"
            + "| ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*" + BLANKS;
    static final String SEED_CODER = SHORT_FORMS + WORDS + "|\\p{N}{1}| ?[^\\s\\p{L}\\p{N}\\r\\n]+" + BLANKS;

    private static final String BIG = "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]";
    private static final String SMALL = "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]";
    private static final String BEFORE_WORD = "[^\\r\\n\\p{L}\\p{N}]?";
    private static final String PATHS = "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*" + BLANKS;

    static final String TEKKEN =
            BEFORE_WORD + BIG + "*" + SMALL + "+|" + BEFORE_WORD + BIG + "+" + SMALL + "*" + "|\\p{N}" + PATHS;
    static final String GPT4O = BEFORE_WORD + BIG + "*" + SMALL + "+" + SHORT_FORMS + "?|" + BEFORE_WORD + BIG + "+"
            + SMALL + "*" + SHORT_FORMS + "?|\\p{N}{1,3}" + PATHS;

    private static final String DIGIT = "\\p{N}";
    private static final String DIGITS = "\\p{N}+";
    private static final String THREE_DIGITS = "[0-9][0-9][0-9]";
    private static final String UP_TO_THREE_DIGITS = "\\p{N}{1,3}";
    private static final String LINE_END = "[\\r\\n]";
    private static final String LAST_BLANKS = "\\s+$";
    private static final String SCRIPTS = "[一-龥ࠀ-一가-퟿]+";
    private static final String CJK = "[一-龥぀-ゟ゠-ヿ]+";
    private static final String PUNCTUATION = "[\\p{P}\\$\\+<=>\\^~\\|]+";
    private static final String FALCON_PUNCTUATION = "[\\p{P}\\$\\+<=>\\^~\\|`]+";
    private static final String BLOOM = " ?[^(\\s|.,!?…。，、।۔،)]+";

    /// Letters that have a case.
    private static final String CASED = "A-Za-zµÀ-ÖØ-öø-ƺƼ-ƿǄ-ʓʕ-ʯͰ-ͳͶͷͻ-ͽͿΆΈ-ΊΌΎ-ΡΣ-ϵϷ-ҁҊ-ԯԱ-ՖႠ-ჅᎠ-Ᏽ"
            + "ᏸ-ᏽᲐ-ᲺᲽ-Ჿᴀ-ᴫᵫ-ᵷᵹ-ᶚḀ-ἕἘ-Ἕἠ-ὅὈ-Ὅὐ-ὗὙὛὝὟ-ώᾀ-ᾴᾶ-ᾼιῂ-ῄῆ-ῌῐ-ΐῖ-Ίῠ-Ῥ"
            + "ῲ-ῴῶ-ῼℂℇℊ-ℓℕℙ-ℝℤΩℨK-ℭℯ-ℴℹℼ-ℿⅅ-ⅉⅎↃↄⰀ-ⱻⱾ-ⳤⳫ-ⳮⳲⳳꙀ-ꙭꚀ-ꚛꜢ-ꝯꝱ-ꞇꞋ-ꞎ"
            + "ꭰ-ꮿﬀ-ﬆﬓ-ﬗＡ-Ｚａ-ｚ𐐀-𐑏𐒰-𐓓𐓘-𐓻𐲀-𐲲𐳀-𐳲𑢠-𑣟𞤀-𞥃";

    private static final String DEEPSEEK_SIGNS = "\\s?[!-/:-~！-／：-～‘-‟　-。]+";
    private static final String DEEPSEEK3 = "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+"
            + "|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*" + BLANKS;

    /// The lists of expressions by the names that GGUF files use; each cuts the pieces of the one
    /// before it.
    static final Map<String, Cutter> BY_KIND = Map.ofEntries(
            kind("default", PUNCTUATION, GPT2, DIGITS, THREE_DIGITS),
            kind("gpt-2", GPT2),
            kind("digits", DIGITS_THEN_GPT2),
            kind("llama-bpe", LLAMA3),
            kind("qwen2", QWEN2),
            kind("qwen35", QWEN35),
            kind("seed-coder", SEED_CODER),
            kind("tekken", TEKKEN),
            kind("gpt-4o", GPT4O),
            kind("falcon", FALCON_PUNCTUATION, GPT2, THREE_DIGITS),
            kind("deepseek-llm", LINE_END, "\\s?[" + CASED + "]+", DEEPSEEK_SIGNS, LAST_BLANKS, SCRIPTS, DIGITS),
            kind("deepseek-coder", LINE_END, "\\s?\\p{L}+", "\\s?\\p{P}+", SCRIPTS, DIGIT),
            kind("deepseek-v3", UP_TO_THREE_DIGITS, CJK, DEEPSEEK3),
            kind("bloom", BLOOM),
            kind("viking", BLOOM, DIGIT));

    private static final Set<String> OURS = Set.of(
            GPT2,
            LLAMA3,
            QWEN2,
            QWEN35,
            SEED_CODER,
            TEKKEN,
            GPT4O,
            DIGIT,
            DIGITS,
            THREE_DIGITS,
            UP_TO_THREE_DIGITS,
            LINE_END,
            LAST_BLANKS,
            SCRIPTS,
            CJK,
            DEEPSEEK_SIGNS,
            DEEPSEEK3,
            BLOOM,
            "\\s?\\p{L}+",
            "\\s?\\p{P}+");

    private CutRules() {}

    /// Whether an expression of a file is one of these.
    static boolean isOurs(String expression) {
        return OURS.contains(expression);
    }

    static Cutter isolated(String... expressions) {
        return Cutter.all(Arrays.stream(expressions)
                .<Cutter>map(one -> new SplitCutter(Expression.trusted(one), Behavior.ISOLATED, false))
                .toList());
    }

    private static Map.Entry<String, Cutter> kind(String name, String... expressions) {
        return Map.entry(name, isolated(expressions));
    }
}
