package dev.troupe.store.text.piece;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// A regular expression as tokenizers write them: Unicode classes, `^` and `$` at every line, and
/// nothing beyond the piece can be seen. Text of ASCII is searched with a form that finds the same
/// and knows no other characters, which is several times as fast.
public final class Expression {
    private static final int FLAGS = Pattern.MULTILINE | Pattern.UNIX_LINES;
    private static final Pattern SCRIPT =
            Pattern.compile("\\\\p\\{(Han|Hiragana|Katakana|Hangul|Latin|Greek|Cyrillic|Arabic|Hebrew|Thai)}");
    /// These mean other things in the two dialects.
    private static final Pattern UNKNOWN =
            Pattern.compile("\\\\[hHRXKGgykNOQEzZA]|\\[\\[?:|\\(\\?(?!:|=|!|<=|<!|>|i?-?i?[:)])");

    private final Pattern unicode;
    private final Pattern ascii;
    /// Characters that may be looked at for each of a text's, when the expression is a stranger's.
    private final long steps;

    private Expression(String source, long steps) {
        String known = SCRIPT.matcher(source).replaceAll("\\\\p{Is$1}");
        this.unicode = Pattern.compile(known, FLAGS | Pattern.UNICODE_CHARACTER_CLASS);
        this.ascii = Pattern.compile(AsciiForm.of(known), FLAGS);
        this.steps = steps;
    }

    /// One of our own, which takes time in proportion to the text.
    public static Expression trusted(String source) {
        return new Expression(source, Long.MAX_VALUE);
    }

    /// One out of a file.
    ///
    /// @param searchSteps characters that it may look at for each of a text's
    /// @throws IllegalArgumentException when it is none, or means other things elsewhere
    public static Expression foreign(String source, int searchSteps) {
        if (UNKNOWN.matcher(source).find()) {
            throw new IllegalArgumentException("uses syntax that is not supported");
        }
        try {
            return new Expression(source, searchSteps);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(e.getDescription(), e);
        } catch (StackOverflowError e) {
            throw new IllegalArgumentException("is nested too deeply", e);
        }
    }

    /// The very characters of `literal`.
    public static Expression literal(String literal) {
        StringBuilder source = new StringBuilder();
        literal.codePoints()
                .forEach(c ->
                        source.append("\\x{").append(Integer.toHexString(c)).append('}'));
        return new Expression(source.toString(), Long.MAX_VALUE);
    }

    /// Puts `content` in all places that it finds.
    public String replace(String text, String content) {
        StringBuilder replaced = new StringBuilder();
        int done = 0;
        Search search = search(Piece.whole(text, false));
        while (search.find()) {
            replaced.append(text, done, search.start()).append(content);
            done = search.end();
        }
        return replaced.append(text, done, text.length()).toString();
    }

    Search search(Piece piece) {
        Pattern pattern = piece.isAscii() ? ascii : unicode;
        CharSequence text =
                steps == Long.MAX_VALUE ? piece.text() : new CountedText(piece.text(), steps * (piece.length() + 64L));
        return new Search(pattern.matcher(text).region(piece.from(), piece.to()));
    }

    /// The places in one piece, one after the other.
    static final class Search {
        private final Matcher matcher;

        private Search(Matcher matcher) {
            this.matcher = matcher;
        }

        boolean find() {
            try {
                return matcher.find();
            } catch (StackOverflowError e) {
                throw ServingException.causedBy(
                        ErrorCode.INVALID_REQUEST, "the model's own regular expression nests too deeply here", e);
            }
        }

        int start() {
            return matcher.start();
        }

        int end() {
            return matcher.end();
        }
    }
}
