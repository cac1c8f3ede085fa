package dev.troupe.bench.verdict;

/// The first place where a reply is not what it should be.
///
/// @param where for example `token 7` or `end`
/// @param expected what the cold reference has there
/// @param seen what the reply has there
public record Difference(String where, String expected, String seen) {
    @Override
    public String toString() {
        return where + ": expected " + expected + ", seen " + seen;
    }
}
