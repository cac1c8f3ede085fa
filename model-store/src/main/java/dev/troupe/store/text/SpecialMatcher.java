package dev.troupe.store.text;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// Finds the literals of special tokens: leftmost first, longest first at the same place.
final class SpecialMatcher {
    record Match(int from, int to, int id) {}

    private final Map<String, Integer> ids = new HashMap<>();
    /// Lengths of the literals that start with a character, longest first.
    private final Map<Character, NavigableSet<Integer>> lengths = new TreeMap<>();

    SpecialMatcher(Vocabulary vocabulary, List<Integer> specialIds) {
        for (int id : specialIds) {
            String literal = vocabulary.token(id);
            ids.put(literal, id);
            lengths.computeIfAbsent(literal.charAt(0), _ -> new TreeSet<>()).add(literal.length());
        }
    }

    /// The first match inside `from..to`.
    Optional<Match> find(String text, int from, int to) {
        for (int at = from; at < to; at++) {
            NavigableSet<Integer> candidates = lengths.get(text.charAt(at));
            if (candidates == null) {
                continue;
            }
            for (int length : candidates.descendingSet()) {
                Integer id = at + length <= to ? ids.get(text.substring(at, at + length)) : null;
                if (id != null) {
                    return Optional.of(new Match(at, at + length, id));
                }
            }
        }
        return Optional.empty();
    }
}
