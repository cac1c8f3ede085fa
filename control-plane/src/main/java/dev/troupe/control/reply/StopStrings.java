package dev.troupe.control.reply;

import java.util.List;
import java.util.OptionalInt;

/// Finds the first stop string in a text that grows, and holds back what may be the start of one.
final class StopStrings {
    private final List<String> stops;
    private final StringBuilder held = new StringBuilder();

    StopStrings(List<String> stops) {
        this.stops = stops;
    }

    /// @param text what may be sent now
    /// @param found whether a stop string begins right behind it; then nothing follows
    record Released(String text, boolean found) {}

    Released add(String text) {
        held.append(text);
        OptionalInt match = stops.stream()
                .mapToInt(held::indexOf)
                .filter(place -> place >= 0)
                .min();
        return match.isPresent()
                ? new Released(take(match.getAsInt()), true)
                : new Released(take(held.length() - openCharacters()), false);
    }

    /// What was held back, when no more text comes.
    String finish() {
        return take(held.length());
    }

    private String take(int characters) {
        String text = held.substring(0, characters);
        held.delete(0, characters);
        return text;
    }

    /// Length of the longest end of the held text that begins a stop string.
    private int openCharacters() {
        int longest = 0;
        for (String stop : stops) {
            int most = Math.min(stop.length() - 1, held.length());
            for (int length = most; length > longest; length--) {
                if (stop.startsWith(held.substring(held.length() - length))) {
                    longest = length;
                }
            }
        }
        return longest;
    }
}
