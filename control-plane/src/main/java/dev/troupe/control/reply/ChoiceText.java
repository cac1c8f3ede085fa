package dev.troupe.control.reply;

import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.store.text.IncrementalText;
import dev.troupe.store.text.StopMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Text of one choice as its tokens come in. What was released is a function of the tokens so far
/// and the stop strings, of nothing else.
final class ChoiceText {
    private IncrementalText characters;
    private StopMatcher stops;
    private List<ReplyToken> waiting = new ArrayList<>();
    private int offset;
    private int codePointOffset;
    private int releasedCharacters;

    /// @param start where the text begins, or what it continues
    ChoiceText(IncrementalText start, List<String> stops) {
        this.characters = start;
        this.stops = StopMatcher.of(stops);
    }

    /// @param tokens that were not in a piece before and whose text begins before this piece's end;
    ///     in the last piece also those without text behind it, unless a stop string cut them off
    /// @param stopped whether a stop string begins right behind `text`
    record Piece(String text, List<ReplyToken> tokens, boolean stopped) {}

    /// A token that a client sent itself: no stop string is looked for in it.
    Piece addPrompt(int id, Optional<TokenScore> score) {
        String text = decode(id, score);
        releasedCharacters += text.length();
        return new Piece(text, takeWaiting(), false);
    }

    /// A token before which nothing may end the reply: no stop string is looked for in it.
    Piece addUnmatched(int id, TokenScore score) {
        String text = decode(id, Optional.of(score));
        releasedCharacters += text.length();
        return new Piece(text, takeBegun(), false);
    }

    Piece add(int id, TokenScore score) {
        String text = match(decode(id, Optional.of(score)));
        return new Piece(text, takeBegun(), stops.isStopped());
    }

    /// The rest, when no more tokens come.
    Piece finish() {
        String text = match(advance(characters.finish()));
        if (stops.isStopped()) {
            return new Piece(text, takeBegun(), true);
        }
        text += stops.finish();
        return new Piece(text, takeWaiting(), false);
    }

    private String match(String text) {
        StopMatcher.Step step = stops.add(text);
        stops = step.next();
        releasedCharacters += step.text().length();
        return step.text();
    }

    private String decode(int id, Optional<TokenScore> score) {
        waiting.add(new ReplyToken(id, offset, codePointOffset, score));
        IncrementalText.Step step = characters.add(id);
        characters = step.next();
        return advance(step.text());
    }

    private String advance(String text) {
        offset += text.length();
        codePointOffset += text.codePointCount(0, text.length());
        return text;
    }

    private List<ReplyToken> takeBegun() {
        List<ReplyToken> begun = new ArrayList<>();
        while (!waiting.isEmpty() && waiting.getFirst().offset() < releasedCharacters) {
            begun.add(waiting.removeFirst());
        }
        return begun;
    }

    private List<ReplyToken> takeWaiting() {
        List<ReplyToken> taken = waiting;
        waiting = new ArrayList<>();
        return taken;
    }
}
