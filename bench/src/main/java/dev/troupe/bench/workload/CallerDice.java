package dev.troupe.bench.workload;

import dev.troupe.protocol.generate.CacheDomain;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Draws callers with questions that suit them; in every few asks each kind comes up.
final class CallerDice {
    private static final int LEAST_SLICES = 3;
    private static final int STAYING = 14;
    private static final CacheDomain DOMAIN = new CacheDomain("0".repeat(63) + "1");
    private static final CacheDomain OTHER_DOMAIN = new CacheDomain("0".repeat(63) + "2");
    private static final int NO_DOMAIN_PERCENT = 5;
    private static final int OTHER_DOMAIN_PERCENT = 15;

    private enum Kind {
        PATIENT,
        DRIBBLING,
        LEAVING_ON_CREDIT,
        LEAVING_AT_WILL,
        LEAVING_IN_PREFILL,
        LEAVING_AFTER
    }

    private final QuestionDeck deck;
    private final Bounds bounds;
    private final Dice dice;
    private final Bag<Kind> kinds;

    /// @param sliceTokens most prompt tokens of one sequence in one step
    /// @param mostPrompt tokens
    /// @param mostPatience of whoever leaves after a time
    /// @param leavers how many of twenty leave at will, with credit left
    record Bounds(int sliceTokens, int mostPrompt, Duration mostPatience, int leavers) {}

    CallerDice(QuestionDeck deck, Bounds bounds, Dice dice) {
        this.deck = deck;
        this.bounds = bounds;
        this.dice = dice;
        this.kinds = new Bag<>(shares(bounds.leavers()), dice.child());
    }

    private static List<Kind> shares(int leavers) {
        return Stream.of(
                        Collections.nCopies(STAYING - leavers, Kind.PATIENT),
                        Collections.nCopies(3, Kind.DRIBBLING),
                        Collections.nCopies(leavers, Kind.LEAVING_AT_WILL),
                        List.of(Kind.LEAVING_ON_CREDIT, Kind.LEAVING_IN_PREFILL, Kind.LEAVING_AFTER))
                .flatMap(List::stream)
                .toList();
    }

    Ask draw(int number) {
        return switch (kinds.draw()) {
            case PATIENT -> ask(number, deck.draw(bounds.mostPrompt()), new Caller.Patient());
            case DRIBBLING -> ask(number, deck.draw(bounds.mostPrompt()), new Caller.Dribbling(dice.spread(1, 32)));
            case LEAVING_ON_CREDIT -> leavingOnCredit(number);
            case LEAVING_AT_WILL -> leavingAtWill(number);
            case LEAVING_IN_PREFILL -> leavingInPrefill(number);
            case LEAVING_AFTER -> leavingAfter(number);
        };
    }

    private Ask ask(int number, Question question, Caller caller) {
        return new Ask(number, question, caller, dice.chance(NO_DOMAIN_PERCENT) ? Optional.empty() : domain());
    }

    private Optional<CacheDomain> domain() {
        return Optional.of(dice.chance(OTHER_DOMAIN_PERCENT) ? OTHER_DOMAIN : DOMAIN);
    }

    /// Without more credit the reply cannot end before its caller leaves.
    private Ask leavingOnCredit(int number) {
        Question question = deck.drawLongReply(bounds.mostPrompt());
        int tokens = tokensHeard(question);
        return ask(number, question, new Caller.Leaving(tokens, tokens));
    }

    private Ask leavingAtWill(int number) {
        Question question = deck.drawLongReply(bounds.mostPrompt());
        int credit = Math.max(1, question.maxTokens());
        return ask(number, question, new Caller.Leaving(tokensHeard(question), credit));
    }

    private Ask leavingAfter(int number) {
        int mostMicros = Math.toIntExact(bounds.mostPatience().toNanos() / 1000);
        Question question = deck.drawLongReply(bounds.mostPrompt());
        return ask(number, question, new Caller.LeavingAfter(dice.between(0, mostMicros)));
    }

    private Ask leavingInPrefill(int number) {
        int leastPrompt = LEAST_SLICES * bounds.sliceTokens();
        if (leastPrompt > bounds.mostPrompt()) {
            return leavingAtWill(number);
        }
        return ask(number, deck.drawScoredPrompt(leastPrompt, bounds.mostPrompt()), new Caller.LeavingInPrefill(1));
    }

    private int tokensHeard(Question question) {
        return dice.between(1, Math.max(1, question.maxTokens() / 2));
    }
}
