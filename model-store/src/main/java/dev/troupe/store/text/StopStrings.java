package dev.troupe.store.text;

import java.util.ArrayList;
import java.util.List;

/// Stop strings with what is needed to find them character by character: for each beginning of a
/// stop string, the length of the longest shorter beginning that it ends with.
record StopStrings(List<String> stops, List<int[]> shorter) {

    static StopStrings of(List<String> stops) {
        if (stops.contains("")) {
            throw new IllegalArgumentException("a stop string is empty; at least one character is needed");
        }
        return new StopStrings(
                List.copyOf(stops), stops.stream().map(StopStrings::shorter).toList());
    }

    /// How far each stop string is matched behind `next`.
    List<Integer> advance(List<Integer> progress, char next) {
        List<Integer> advanced = new ArrayList<>(stops.size());
        for (int i = 0; i < stops.size(); i++) {
            String stop = stops.get(i);
            int matched = progress.get(i);
            while (matched > 0 && stop.charAt(matched) != next) {
                matched = shorter.get(i)[matched];
            }
            advanced.add(stop.charAt(matched) == next ? matched + 1 : 0);
        }
        return advanced;
    }

    /// Length of the longest stop string that is complete; 0 when none is.
    int longestComplete(List<Integer> progress) {
        int longest = 0;
        for (int i = 0; i < stops.size(); i++) {
            if (progress.get(i) == stops.get(i).length()) {
                longest = Math.max(longest, progress.get(i));
            }
        }
        return longest;
    }

    private static int[] shorter(String stop) {
        int[] shorter = new int[stop.length() + 1];
        int matched = 0;
        for (int i = 1; i < stop.length(); i++) {
            while (matched > 0 && stop.charAt(matched) != stop.charAt(i)) {
                matched = shorter[matched];
            }
            matched = stop.charAt(matched) == stop.charAt(i) ? matched + 1 : 0;
            shorter[i + 1] = matched;
        }
        return shorter;
    }
}
