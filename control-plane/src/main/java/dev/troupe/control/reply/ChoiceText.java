package dev.troupe.control.reply;

import dev.troupe.control.reply.StopStrings.Released;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.store.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Text of one choice as its tokens come in. What was released is a function of the tokens so far
/// and the stop strings, of nothing else.
final class ChoiceText {
    private final Tokenizer tokenizer;
    private final Utf8Text characters = new Utf8Text();
    private final StopStrings stops;
    private List<ReplyToken> waiting = new ArrayList<>();
    private int offset;
    private int codePointOffset;
    private int releasedCharacters;

    ChoiceText(Tokenizer tokenizer, List<String> stops) {
        this.tokenizer = tokenizer;
        this.stops = new StopStrings(stops);
    }

    /// @param tokens that were not in a piece before and whose text begins before this piece's end;
    ///     with an empty text they wait for the next piece, except in the last one
    /// @param stopped whether a stop string begins right behind `text`
    record Piece(String text, List<ReplyToken> tokens, boolean stopped) {}

    /// A token that a client sent itself: no stop string is looked for in it.
    Piece addPrompt(int id, Optional<TokenScore> score) {
        String text = decode(id, score);
        releasedCharacters += text.length();
        return new Piece(text, takeWaiting(), false);
    }

    Piece add(int id, TokenScore score) {
        Released released = release(stops.add(decode(id, Optional.of(score))));
        boolean sends = released.found() || !released.text().isEmpty();
        return new Piece(released.text(), sends ? takeWaiting() : List.of(), released.found());
    }

    /// The rest, when no more tokens come.
    Piece finish() {
        Released last = stops.add(advance(characters.finish()));
        Released released = release(last.found() ? last : new Released(last.text() + stops.finish(), false));
        return new Piece(released.text(), takeWaiting(), released.found());
    }

    private Released release(Released released) {
        releasedCharacters += released.text().length();
        if (released.found()) {
            waiting.removeIf(token -> token.offset() >= releasedCharacters);
        }
        return released;
    }

    private String decode(int id, Optional<TokenScore> score) {
        waiting.add(new ReplyToken(id, offset, codePointOffset, score));
        return advance(characters.add(tokenizer.bytes(id)));
    }

    private String advance(String text) {
        offset += text.length();
        codePointOffset += text.codePointCount(0, text.length());
        return text;
    }

    private List<ReplyToken> takeWaiting() {
        List<ReplyToken> taken = waiting;
        waiting = new ArrayList<>();
        return taken;
    }
}
