package dev.troupe.store.spec;

import java.util.List;
import java.util.stream.IntStream;

/// Which layers have a window: layer i has one when `windowed.get(i % windowed.size())`.
record WindowPattern(List<Boolean> windowed) {
    WindowPattern {
        windowed = List.copyOf(windowed);
    }

    static WindowPattern all(boolean windowed) {
        return new WindowPattern(List.of(windowed));
    }

    /// Every `n`th layer sees everything.
    static WindowPattern fullEvery(int n) {
        return new WindowPattern(
                IntStream.rangeClosed(1, n).mapToObj(i -> i < n).toList());
    }

    boolean any() {
        return windowed.contains(true);
    }

    boolean every() {
        return !windowed.contains(false);
    }

    /// @param windowed the kind of layers with a window
    /// @param full the kind of the others
    AttentionSpec.LayerPattern of(AttentionSpec.Kind windowedKind, AttentionSpec.Kind fullKind) {
        if (!any()) {
            return AttentionSpec.LayerPattern.of(fullKind);
        }
        if (every()) {
            return AttentionSpec.LayerPattern.of(windowedKind);
        }
        return new AttentionSpec.LayerPattern(
                List.of(windowedKind, fullKind),
                windowed.stream().map(each -> each ? 0 : 1).toList());
    }
}
