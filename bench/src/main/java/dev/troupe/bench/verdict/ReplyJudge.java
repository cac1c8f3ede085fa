package dev.troupe.bench.verdict;

import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.Usage;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Compares a reply with its cold reference: ids and bits, never texts or tolerances.
public final class ReplyJudge {
    private ReplyJudge() {}

    /// A cold reply that did not finish is a difference too: two failures that look alike prove
    /// nothing.
    ///
    /// @param cold the same question, asked alone
    /// @param mayEndEarly whether the caller went away: then what arrived must be a beginning of
    ///     `cold`
    public static Optional<Difference> firstDifference(Reply cold, Reply seen, boolean mayEndEarly) {
        return unfinished(cold)
                .or(() -> scores("prompt score", 1, cold.promptScores(), seen.promptScores()))
                .or(() -> scores("token", 0, cold.tokens(), seen.tokens()))
                .or(() -> ending(cold, seen, mayEndEarly));
    }

    private static Optional<Difference> unfinished(Reply cold) {
        boolean finished = cold.ending() instanceof Reply.Ended(TokenEvent.Terminal terminal)
                && terminal instanceof TokenEvent.Finished;
        return finished
                ? Optional.empty()
                : Optional.of(new Difference(
                        "end when alone", "Finished", cold.ending().toString()));
    }

    private static Optional<Difference> scores(
            String what, int firstIndex, List<TokenScore> expected, List<TokenScore> seen) {
        for (int i = 0; i < seen.size(); i++) {
            String where = what + " " + (firstIndex + i);
            if (i >= expected.size()) {
                return Optional.of(new Difference(where, "nothing", describe(seen.get(i))));
            }
            if (!sameBits(expected.get(i), seen.get(i))) {
                return Optional.of(new Difference(where, describe(expected.get(i)), describe(seen.get(i))));
            }
        }
        return Optional.empty();
    }

    private static Optional<Difference> ending(Reply cold, Reply seen, boolean mayEndEarly) {
        if (mayEndEarly
                && seen.ending() instanceof Reply.Ended(TokenEvent.Terminal terminal)
                && terminal instanceof TokenEvent.Cancelled) {
            return Optional.empty();
        }
        return missing("prompt score", 1, cold.promptScores(), seen.promptScores())
                .or(() -> missing("token", 0, cold.tokens(), seen.tokens()))
                .or(() -> uncached(cold.ending()).equals(uncached(seen.ending()))
                        ? Optional.empty()
                        : Optional.of(new Difference(
                                "end", cold.ending().toString(), seen.ending().toString())));
    }

    /// What a cache had is no part of the reply. That it had all of a prompt cannot be: the last token
    /// is always computed.
    private static Reply.Ending uncached(Reply.Ending ending) {
        if (ending instanceof Reply.Ended(TokenEvent.Terminal terminal)
                && terminal instanceof TokenEvent.Finished(FinishReason reason, Usage usage)
                && usage.cachedTokens() < usage.promptTokens()) {
            Usage computed = new Usage(usage.promptTokens(), 0, usage.completionTokens());
            return new Reply.Ended(new TokenEvent.Finished(reason, computed));
        }
        return ending;
    }

    private static Optional<Difference> missing(
            String what, int firstIndex, List<TokenScore> expected, List<TokenScore> seen) {
        if (seen.size() >= expected.size()) {
            return Optional.empty();
        }
        String where = what + " " + (firstIndex + seen.size());
        return Optional.of(new Difference(where, describe(expected.get(seen.size())), "nothing"));
    }

    private static boolean sameBits(TokenScore a, TokenScore b) {
        return a.id() == b.id()
                && sameBits(a.logprob(), b.logprob())
                && a.top().size() == b.top().size()
                && sameTop(a.top(), b.top());
    }

    private static boolean sameTop(List<TokenScore.Alternative> a, List<TokenScore.Alternative> b) {
        for (int i = 0; i < a.size(); i++) {
            if (a.get(i).id() != b.get(i).id()
                    || !sameBits(a.get(i).logprob(), b.get(i).logprob())) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameBits(float a, float b) {
        return Float.floatToRawIntBits(a) == Float.floatToRawIntBits(b);
    }

    private static String describe(TokenScore score) {
        StringBuilder text = new StringBuilder("id " + score.id() + " logprob " + bits(score.logprob()));
        score.top()
                .forEach(
                        top -> text.append(" top ").append(top.id()).append(' ').append(bits(top.logprob())));
        return text.toString();
    }

    private static String bits(float value) {
        return String.format(Locale.ROOT, "%s (0x%08x)", value, Float.floatToRawIntBits(value));
    }
}
