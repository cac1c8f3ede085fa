package dev.troupe.kernel.select;

import dev.troupe.kernel.cpu.CpuFeatures;
import dev.troupe.kernel.cpu.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Which device was chosen, and why the better ones were not.
///
/// @param level the CPU level; none for the reference device
/// @param rejected better choices, best first
public record Selection(Optional<Level> level, List<Rejected> rejected) {
    /// One choice that was passed over.
    ///
    /// @param name as the device would be called
    public record Rejected(String name, String reason) {}

    public Selection {
        rejected = List.copyOf(rejected);
    }

    /// The chosen device's name.
    public String name() {
        return level.map(Selection::nameOf).orElse("reference");
    }

    /// Decides. A level always exists: the generic one runs everywhere.
    public static Selection of(DeviceConfig config, CpuFeatures features) {
        List<Rejected> rejected = new ArrayList<>();
        boolean reference = config.kind() == DeviceConfig.Kind.REFERENCE;
        for (Level level : Level.values()) {
            Optional<String> reason = reference
                    ? Optional.of("the reference device was asked for")
                    : reasonAgainst(level, config, features);
            if (reason.isEmpty()) {
                return new Selection(Optional.of(level), rejected);
            }
            rejected.add(new Rejected(nameOf(level), reason.get()));
        }
        return new Selection(Optional.empty(), rejected);
    }

    private static Optional<String> reasonAgainst(Level level, DeviceConfig config, CpuFeatures features) {
        if (config.levelCap().filter(cap -> level.compareTo(cap) < 0).isPresent()) {
            return Optional.of("levels are capped at " + config.levelCap().get().label());
        }
        if (!features.runs(level)) {
            return Optional.of(features.missing(level).stream()
                    .map(CpuFeatures.Feature::label)
                    .sorted()
                    .collect(Collectors.joining(", ", "this machine lacks ", "")));
        }
        return Optional.empty();
    }

    private static String nameOf(Level level) {
        return "cpu/" + level.label();
    }
}
