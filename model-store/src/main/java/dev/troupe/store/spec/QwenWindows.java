package dev.troupe.store.spec;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// Qwen's windows: off unless `use_sliding_window` says so, then in the layers from
/// `max_window_layers` on.
final class QwenWindows {
    static final Set<Parameter> PARAMETERS = Set.of(Parameter.WINDOW);
    private static final String SWITCH = "use_sliding_window";
    private static final String FIRST = "max_window_layers";
    static final Set<String> KEYS = Set.of(SWITCH, FIRST);

    private QwenWindows() {}

    static AttentionSpec attention(Parameters parameters, HeadShape heads) {
        WindowPattern listed = parameters.windows(WindowPattern.all(false));
        if (!parameters.values().bool(SWITCH).orElse(false)) {
            if (listed.any()) {
                throw parameters.values().fault(ConfigParameters.LAYER_TYPES, "has windows, but " + SWITCH + " is off");
            }
            return AttentionRules.whole(parameters, heads);
        }
        return AttentionRules.windowed(parameters, heads, parameters.windows(behind(parameters)));
    }

    private static WindowPattern behind(Parameters parameters) {
        int layers = parameters.layers();
        long first = parameters.values().integer(FIRST, 0, Integer.MAX_VALUE).orElse(layers);
        List<Boolean> windowed =
                IntStream.range(0, layers).mapToObj(i -> i >= first).toList();
        return first == 0
                ? WindowPattern.all(true)
                : first >= layers ? WindowPattern.all(false) : new WindowPattern(windowed);
    }
}
