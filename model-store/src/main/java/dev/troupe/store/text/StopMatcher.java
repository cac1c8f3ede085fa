package dev.troupe.store.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Cuts a text at the first stop string, however it is cut into pieces: the state between two
/// pieces. Immutable, and a function of the characters so far.
///
/// The stop string that is complete first wins; of those complete at the same character, the
/// longest. It is not part of the text. Characters that may belong to one are held back.
public final class StopMatcher {
    private final StopStrings stops;
    private final List<Integer> progress;
    private final String held;
    private final boolean stopped;

    private StopMatcher(StopStrings stops, List<Integer> progress, String held, boolean stopped) {
        this.stops = stops;
        this.progress = progress;
        this.held = held;
        this.stopped = stopped;
    }

    /// @param text what can be sent now
    /// @param next the state behind it; when it {@link #isStopped}, nothing more comes
    public record Step(String text, StopMatcher next) {}

    /// @param stops none empty
    public static StopMatcher of(List<String> stops) {
        StopStrings prepared =
                StopStrings.of(stops.stream().map(WellFormed::text).toList());
        return new StopMatcher(prepared, Collections.nCopies(stops.size(), 0), "", false);
    }

    public boolean isStopped() {
        return stopped;
    }

    public Step add(String piece) {
        if (stopped) {
            return new Step("", this);
        }
        if (progress.isEmpty()) {
            return new Step(piece, this);
        }
        String all = held + piece;
        List<Integer> matched = progress;
        for (int at = held.length(); at < all.length(); at++) {
            matched = stops.advance(matched, all.charAt(at));
            int found = stops.longestComplete(matched);
            if (found > 0) {
                String text = all.substring(0, at + 1 - found);
                return new Step(text, new StopMatcher(stops, List.of(), "", true));
            }
        }
        int hold = matched.stream().mapToInt(Integer::intValue).max().orElse(0);
        int sent = all.length() - hold;
        return new Step(
                all.substring(0, sent), new StopMatcher(stops, new ArrayList<>(matched), all.substring(sent), false));
    }

    /// What was held back, when the text ends here.
    public String finish() {
        return held;
    }
}
