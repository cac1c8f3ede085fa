package dev.troupe.store.text;

import dev.troupe.store.text.piece.Rewriter;
import java.util.Optional;

/// How SentencePiece writes a text before it spells it.
///
/// @param map what characters are rewritten to
/// @param spaceInFront whether the first word gets a mark
/// @param mergeSpaces whether runs of spaces are one, and those at the end nothing
record SentencePieceText(Optional<CharacterMap> map, boolean spaceInFront, boolean mergeSpaces) implements Rewriter {
    static final char MARK = '▁';

    @Override
    public String rewrite(String text) {
        String mapped = map.map(one -> one.rewrite(text)).orElse(text);
        StringBuilder written = new StringBuilder(mapped.length() + 1);
        boolean inWord = false;
        boolean begun = false;
        for (int i = 0; i < mapped.length(); i++) {
            char c = mapped.charAt(i);
            if (c != ' ') {
                if (!inWord && (mergeSpaces || (spaceInFront && !begun))) {
                    written.append(MARK);
                    begun = true;
                }
                written.append(c);
            } else if (!mergeSpaces) {
                written.append(MARK);
            }
            inWord = c != ' ';
        }
        return written.toString();
    }
}
