package dev.troupe.bench.workload;

import dev.troupe.protocol.generate.CacheDomain;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Draws callers with questions that suit them; in every few asks each kind comes up.
final class CallerDice {
    private static final int LEAST_SLICES = 3;
    private static final int MOST_MICROS = 20_000;
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
    private final int sliceTokens;
    private final int mostPrompt;
    private final Dice dice;
    private final Bag<Kind> kinds;

    CallerDice(QuestionDeck deck, int sliceTokens, int mostPrompt, Dice dice) {
        this.deck = deck;
        this.sliceTokens = sliceTokens;
        this.mostPrompt = mostPrompt;
        this.dice = dice;
        this.kinds = new Bag<>(shares(), dice.child());
    }

    private static List<Kind> shares() {
        return Stream.of(
                        Collections.nCopies(12, Kind.PATIENT),
                        Collections.nCopies(3, Kind.DRIBBLING),
                        Collections.nCopies(2, Kind.LEAVING_AT_WILL),
                        List.of(Kind.LEAVING_ON_CREDIT, Kind.LEAVING_IN_PREFILL, Kind.LEAVING_AFTER))
                .flatMap(List::stream)
                .toList();
    }

    Ask draw(int number) {
        return switch (kinds.draw()) {
            case PATIENT -> ask(number, deck.draw(mostPrompt), new Caller.Patient());
            case DRIBBLING -> ask(number, deck.draw(mostPrompt), new Caller.Dribbling(dice.spread(1, 32)));
            case LEAVING_ON_CREDIT -> leavingOnCredit(number);
            case LEAVING_AT_WILL -> leavingAtWill(number);
            case LEAVING_IN_PREFILL -> leavingInPrefill(number);
            case LEAVING_AFTER ->
                ask(number, deck.drawLongReply(mostPrompt), new Caller.LeavingAfter(dice.between(0, MOST_MICROS)));
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
        Question question = deck.drawLongReply(mostPrompt);
        int tokens = tokensHeard(question);
        return ask(number, question, new Caller.Leaving(tokens, tokens));
    }

    private Ask leavingAtWill(int number) {
        Question question = deck.drawLongReply(mostPrompt);
        int credit = Math.max(1, question.maxTokens());
        return ask(number, question, new Caller.Leaving(tokensHeard(question), credit));
    }

    private Ask leavingInPrefill(int number) {
        int leastPrompt = LEAST_SLICES * sliceTokens;
        if (leastPrompt > mostPrompt) {
            return leavingAtWill(number);
        }
        return ask(number, deck.drawScoredPrompt(leastPrompt, mostPrompt), new Caller.LeavingInPrefill(1));
    }

    private int tokensHeard(Question question) {
        return dice.between(1, Math.max(1, question.maxTokens() / 2));
    }
}
