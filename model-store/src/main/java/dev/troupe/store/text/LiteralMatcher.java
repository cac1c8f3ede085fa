package dev.troupe.store.text;

import dev.troupe.store.text.Literal.Edges;
import java.util.List;
import java.util.Optional;

/// Finds literals: leftmost first, longest first at the same place.
final class LiteralMatcher {
    /// What was taken, white space at its edges included.
    record Match(int from, int to, int id) {}

    private static final int ZERO_WIDTH_NON_JOINER = 0x200c;
    private static final int ZERO_WIDTH_JOINER = 0x200d;
    private static final int WORD_TYPES = 1 << Character.NON_SPACING_MARK
            | 1 << Character.COMBINING_SPACING_MARK
            | 1 << Character.ENCLOSING_MARK
            | 1 << Character.DECIMAL_DIGIT_NUMBER
            | 1 << Character.CONNECTOR_PUNCTUATION;

    private final List<Literal> literals;
    private final PieceTrie trie = new PieceTrie();
    private final boolean anyOpen;

    LiteralMatcher(List<Literal> literals) {
        this.literals = List.copyOf(literals);
        for (int i = 0; i < literals.size(); i++) {
            trie.put(literals.get(i).text(), i);
        }
        this.anyOpen = literals.stream().anyMatch(Literal::open);
    }

    /// Whether text that no template wrote can hold a literal.
    boolean anyOpen() {
        return anyOpen;
    }

    /// The first match that begins inside `from..to`. Others than open ones end there too.
    ///
    /// @param done nothing before this is taken
    /// @param fromTemplate whether a template wrote `from..to`
    Optional<Match> find(String text, int done, int from, int to, boolean fromTemplate) {
        if (!fromTemplate && !anyOpen) {
            return Optional.empty();
        }
        for (int at = Math.max(done, from); at < to; at++) {
            Optional<Literal> longest = longest(text, at, to, fromTemplate);
            if (longest.isPresent()) {
                return longest.map(new Place(text, done, at)::match);
            }
        }
        return Optional.empty();
    }

    private Optional<Literal> longest(String text, int at, int to, boolean fromTemplate) {
        Optional<Literal> longest = Optional.empty();
        int node = trie.child(PieceTrie.ROOT, text.charAt(at));
        int end = at + 1;
        while (node != PieceTrie.ROOT) {
            if (trie.isEnd(node)) {
                Literal literal = literals.get(trie.id(node));
                boolean allowed = literal.open() || (fromTemplate && end <= to);
                if (allowed && (!literal.edges().wholeWord() || isAlone(text, at, end))) {
                    longest = Optional.of(literal);
                }
            }
            node = end < text.length() ? trie.child(node, text.charAt(end)) : PieceTrie.ROOT;
            end++;
        }
        return longest;
    }

    private static boolean isAlone(String text, int from, int to) {
        return (from == 0 || !isWord(text.codePointBefore(from)))
                && (to == text.length() || !isWord(text.codePointAt(to)));
    }

    /// Letters, marks, digits, connecting signs and characters that join others.
    private static boolean isWord(int c) {
        return Character.isAlphabetic(c)
                || c == ZERO_WIDTH_NON_JOINER
                || c == ZERO_WIDTH_JOINER
                || (WORD_TYPES >>> Character.getType(c) & 1) == 1;
    }

    private static boolean isSpace(char c) {
        boolean separator = c >= 0x1c && c <= 0x1f;
        return (Character.isWhitespace(c) && !separator) || Character.isSpaceChar(c) || c == 0x85;
    }

    private record Place(String text, int done, int at) {
        Match match(Literal literal) {
            Edges edges = literal.edges();
            int from = at;
            while (edges.takesBefore() && from > done && isSpace(text.charAt(from - 1))) {
                from--;
            }
            int to = at + literal.text().length();
            while (edges.takesBehind() && to < text.length() && isSpace(text.charAt(to))) {
                to++;
            }
            return new Match(from, to, literal.id());
        }
    }
}
