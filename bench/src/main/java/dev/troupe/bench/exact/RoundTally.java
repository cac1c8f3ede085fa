package dev.troupe.bench.exact;

import dev.troupe.bench.verdict.Reply;
import dev.troupe.bench.verdict.Tally;
import dev.troupe.protocol.generate.TokenEvent;
import java.util.List;
import java.util.function.Predicate;

/// Counts a round's replies.
final class RoundTally {
    private RoundTally() {}

    static Tally of(RoundRunner.Outcome outcome) {
        List<Reply> replies = outcome.replies();
        long tokens = replies.stream().mapToLong(reply -> reply.tokens().size()).sum();
        long scores =
                replies.stream().mapToLong(reply -> reply.promptScores().size()).sum();
        return new Tally(outcome.work(), requests(replies), new Tally.Compared(tokens, scores, 0, 0));
    }

    private static Tally.Requests requests(List<Reply> replies) {
        Predicate<Reply> cancelled = reply -> endedAs(reply, TokenEvent.Cancelled.class);
        Predicate<Reply> silent = reply -> reply.tokens().isEmpty();
        Predicate<Reply> unheard = silent.and(reply -> reply.promptScores().isEmpty());
        return new Tally.Requests(
                replies.size(),
                count(replies, reply -> endedAs(reply, TokenEvent.Finished.class)),
                count(replies, cancelled),
                count(replies, cancelled.and(unheard.negate())),
                count(replies, cancelled.and(silent).and(unheard.negate())));
    }

    private static boolean endedAs(Reply reply, Class<? extends TokenEvent.Terminal> kind) {
        return reply.ending() instanceof Reply.Ended(TokenEvent.Terminal terminal) && kind.isInstance(terminal);
    }

    private static long count(List<Reply> replies, Predicate<Reply> which) {
        return replies.stream().filter(which).count();
    }
}
