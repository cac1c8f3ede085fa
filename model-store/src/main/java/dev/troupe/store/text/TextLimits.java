package dev.troupe.store.text;

/// How much the text side of a model may ask for. What reading it costs in memory is bounded by
/// about ten times `fileBytes`.
///
/// @param fileBytes of one file
/// @param tokens entries of the vocabulary, added ones included
/// @param tokenCharacters UTF-16 characters of one token
/// @param vocabularyCharacters UTF-16 characters of all tokens together
/// @param merges rules of a BPE vocabulary
/// @param jsonDepth objects and arrays inside each other
/// @param jsonValues values of a JSON file beside vocabulary, merges and added tokens
/// @param searchSteps characters that a file's own regular expression may look at, per character of
///     the text it searches
public record TextLimits(
        int fileBytes,
        int tokens,
        int tokenCharacters,
        int vocabularyCharacters,
        int merges,
        int jsonDepth,
        int jsonValues,
        int searchSteps) {

    public TextLimits {
        check("fileBytes", fileBytes);
        check("tokens", tokens);
        check("tokenCharacters", tokenCharacters);
        check("vocabularyCharacters", vocabularyCharacters);
        check("merges", merges);
        check("jsonDepth", jsonDepth);
        check("jsonValues", jsonValues);
        check("searchSteps", searchSteps);
    }

    /// Room for every published model of up to a million vocabulary entries.
    public static TextLimits defaults() {
        return new TextLimits(128 << 20, 1 << 20, 4096, 6 << 20, 2 << 20, 64, 1 << 17, 1000);
    }

    private static void check(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " is " + value + "; the least is 1");
        }
    }
}
