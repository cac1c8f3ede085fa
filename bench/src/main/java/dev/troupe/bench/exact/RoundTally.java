package dev.troupe.bench.exact;

import dev.troupe.bench.verdict.Reply;
import dev.troupe.bench.verdict.Tally;
import dev.troupe.bench.workload.Caller;
import dev.troupe.bench.workload.Round;
import dev.troupe.protocol.generate.TokenEvent;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// Counts a round's replies.
final class RoundTally {
    private RoundTally() {}

    static Tally of(Round round, RoundRunner.Outcome outcome) {
        List<Reply> replies = outcome.replies();
        long tokens = replies.stream().mapToLong(reply -> reply.tokens().size()).sum();
        long scores =
                replies.stream().mapToLong(reply -> reply.promptScores().size()).sum();
        return new Tally(outcome.work(), requests(round, replies), new Tally.Compared(tokens, scores, 0, 0));
    }

    private static Tally.Requests requests(Round round, List<Reply> replies) {
        Predicate<Reply> cancelled = reply -> endedAs(reply, TokenEvent.Cancelled.class);
        List<Reply> inFlight = IntStream.range(0, replies.size())
                .filter(i -> isInFlight(round.asks().get(i).caller(), replies.get(i)))
                .mapToObj(replies::get)
                .filter(cancelled)
                .toList();
        return new Tally.Requests(
                replies.size(),
                count(replies, reply -> endedAs(reply, TokenEvent.Finished.class)),
                count(replies, cancelled),
                inFlight.size(),
                count(inFlight, reply -> reply.tokens().isEmpty()));
    }

    /// Whether steps were being made for it when its caller went: something had come, and more was
    /// credited. One that has used up its credit holds blocks, but no step computes it.
    private static boolean isInFlight(Caller caller, Reply reply) {
        boolean heard = !reply.tokens().isEmpty() || !reply.promptScores().isEmpty();
        boolean stalled = caller instanceof Caller.Leaving(int _, int credit)
                && reply.tokens().size() >= credit;
        return heard && !stalled;
    }

    private static boolean endedAs(Reply reply, Class<? extends TokenEvent.Terminal> kind) {
        return reply.ending() instanceof Reply.Ended(TokenEvent.Terminal terminal) && kind.isInstance(terminal);
    }

    private static long count(List<Reply> replies, Predicate<Reply> which) {
        return replies.stream().filter(which).count();
    }
}
