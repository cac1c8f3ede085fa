package dev.troupe.bench.exact;

import dev.troupe.bench.verdict.Difference;
import dev.troupe.bench.workload.Ask;
import dev.troupe.bench.workload.Question;
import dev.troupe.bench.workload.Round;

/// The texts of what went wrong: enough to find it again.
final class Finding {
    private Finding() {}

    static String inRound(Round round, Ask ask, Difference difference, ExactOptions options) {
        return """
                %s in round %d differs from the same request alone
                  first:    %s
                  question: %s
                  caller:   %s
                  engine:   %s
                  replay:   %s""".formatted(
                        ask.id(),
                        round.number(),
                        difference,
                        ask.question().describe(),
                        ask.caller(),
                        round.setup().describe(),
                        options.replayLine(round.number()));
    }

    static String onReference(Question question, Difference difference, ExactOptions options) {
        return """
                level %s, alone, differs from the reference device (expected)
                  first:    %s
                  question: %s
                  seed:     %d""".formatted(options.levels().getFirst(), difference, question.describe(), options.seed());
    }

    static String leak(Round round, String leak, ExactOptions options) {
        return """
                round %d: %s
                  engine:   %s
                  replay:   %s""".formatted(round.number(), leak, round.setup().describe(), options.replayLine(round.number()));
    }
}
