package dev.troupe.store.text;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// A token that is found by its text, before anything is spelled.
///
/// @param open whether any text may hold it; otherwise only a template's own
/// @param edges what else decides about a match
record Literal(int id, String text, boolean open, Edges edges) {
    /// @param takesBefore white space before it belongs to it
    /// @param takesBehind white space behind it belongs to it
    /// @param wholeWord whether it must not touch a letter, digit or `_`
    record Edges(boolean takesBefore, boolean takesBehind, boolean wholeWord) {
        static final Edges PLAIN = new Edges(false, false, false);
        static final Edges TAKES_BEHIND = new Edges(false, true, false);
    }

    private static final Pattern MARKUP = Pattern.compile("<[^\\s<>]+>|\\[[^\\s\\[\\]]+]");
    private static final Pattern TAG = Pattern.compile("</?([a-z]+[1-6]?)>");
    /// Elements of HTML that vocabularies hold as a whole, as text like any other.
    private static final Set<String> ELEMENTS = Set.of(
            "table",
            "caption",
            "thead",
            "tbody",
            "tfoot",
            "tr",
            "th",
            "td",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "blockquote",
            "strong",
            "em",
            "b",
            "i",
            "u",
            "sub",
            "sup",
            "code",
            "pre",
            "p",
            "ul",
            "ol",
            "li");

    /// Whether a token that is only said to be user-defined is written like those that steer a
    /// model, for example `<think>`: then no user's text may spell it.
    static boolean isMarkup(String token) {
        var tag = TAG.matcher(token);
        return MARKUP.matcher(token).matches() && !(tag.matches() && ELEMENTS.contains(tag.group(1)));
    }

    /// Those of a vocabulary.
    static List<Literal> of(Vocabulary vocabulary, Edges edgesOfControl) {
        return IntStream.range(0, vocabulary.size())
                .filter(vocabulary::isLiteral)
                .mapToObj(id -> new Literal(
                        id,
                        vocabulary.token(id),
                        vocabulary.isOpen(id),
                        vocabulary.type(id) == TokenType.CONTROL ? edgesOfControl : Edges.PLAIN))
                .toList();
    }
}
