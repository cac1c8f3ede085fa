package dev.troupe.bench.workload;

/// One request of a run.
///
/// @param number from 0, unique in the run
public record Ask(int number, Question question, Caller caller) {
    public String id() {
        return "ask-" + number;
    }
}
