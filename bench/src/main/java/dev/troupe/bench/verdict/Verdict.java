package dev.troupe.bench.verdict;

import java.util.List;

/// The judgement of a whole run.
///
/// @param findings what went wrong, one text each, ready to print
/// @param shortfalls floors that were not reached: the run proves too little
public record Verdict(Tally tally, List<String> findings, List<String> shortfalls) {
    public Verdict {
        findings = List.copyOf(findings);
        shortfalls = List.copyOf(shortfalls);
    }

    public static Verdict of(Tally tally, List<String> findings, Floors floors) {
        return new Verdict(tally, findings, floors.shortfalls(tally));
    }

    public boolean passed() {
        return findings.isEmpty() && shortfalls.isEmpty();
    }
}
