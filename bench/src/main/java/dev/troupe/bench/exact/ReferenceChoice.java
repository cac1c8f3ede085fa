package dev.troupe.bench.exact;

import dev.troupe.bench.workload.Question;
import dev.troupe.bench.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// Chooses the questions that the slow reference device answers as well: mostly short ones, and a
/// tenth of longer ones that cross the border of 512 positions.
final class ReferenceChoice {
    private static final int PER_THOUSAND = 200;
    private static final int LONG_SHARE = 10;
    private static final int LEAST_LONG = 513;
    private static final int MOST_LONG = 640;

    private ReferenceChoice() {}

    /// @param models those that the reference can run in reasonable time
    static List<Question> choose(Workload workload, Set<String> models, int requests) {
        List<Question> candidates = workload.asks()
                .map(ask -> ask.question())
                .filter(question -> models.contains(question.model()))
                .distinct()
                .sorted(Comparator.comparingInt(Question::maxPositions))
                .toList();
        int wanted = Math.ceilDiv(requests * PER_THOUSAND, 1000);
        List<Question> longer = candidates.stream()
                .filter(question -> question.maxPositions() >= LEAST_LONG && question.maxPositions() <= MOST_LONG)
                .limit(wanted / LONG_SHARE)
                .toList();
        List<Question> chosen = new ArrayList<>(longer);
        candidates.stream()
                .filter(question -> !longer.contains(question))
                .limit(wanted - longer.size())
                .forEach(chosen::add);
        return chosen;
    }
}
