package dev.troupe.node.model;

/// A run of consecutive layers.
///
/// @param end first layer after it
record Span(int first, int end) {
    Span {
        if (first < 0 || end < first) {
            throw new IllegalArgumentException("span of layers " + first + " to " + end);
        }
    }
}
