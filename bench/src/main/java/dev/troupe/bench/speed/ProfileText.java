package dev.troupe.bench.speed;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Profiles for people and for machines.
final class ProfileText {
    private static final double NANOS_PER_MILLI = 1e6;

    private ProfileText() {}

    static String table(List<StepProfile> profiles) {
        StringBuilder text = new StringBuilder();
        for (StepProfile profile : profiles) {
            text.append(format(
                    "%n%-20s %10s %7s   (%d steps of %.3f ms)%n",
                    profile.measure(), "ms/step", "share", profile.steps(), perStep(profile)));
            for (StepProfile.Part part : profile.parts()) {
                text.append(format(
                        "  %-18s %10.4f %6.1f%%%n",
                        part.name(), profile.millisPerStep(part), 100 * profile.share(part)));
            }
        }
        return text.toString();
    }

    static List<Map<String, Object>> values(List<StepProfile> profiles) {
        return profiles.stream()
                .map(profile -> Map.of(
                        "measure", profile.measure(),
                        "steps", profile.steps(),
                        "ms_per_step", perStep(profile),
                        "parts",
                                profile.parts().stream()
                                        .map(part -> Map.of(
                                                "part", part.name(),
                                                "ms_per_step", profile.millisPerStep(part),
                                                "share", profile.share(part)))
                                        .toList()))
                .toList();
    }

    private static double perStep(StepProfile profile) {
        return profile.nanos() / NANOS_PER_MILLI / Math.max(1, profile.steps());
    }

    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }
}
