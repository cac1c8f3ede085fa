package dev.troupe.bench.speed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Everything that a run of `bench` found.
///
/// @param machine what it ran on
/// @param limits what that can do at most
/// @param startup how long a start takes
/// @param residentBytes of the process with the model on its device, before anything else was
///     measured
/// @param profiles one per row, or none when nobody asked
record SpeedReport(
        MachineDescription machine,
        MachineLimits limits,
        Startup startup,
        long residentBytes,
        List<Row> rows,
        List<StepProfile> profiles) {
    private static final double GIGA = 1e9;
    /// A share above 1 is no feat: it says that its limit does not hold here.
    private static final String OVER_LIMIT = """
            A share above 100% means that its limit is not one: the weights stay in a cache, or other
            work on the machine slowed the limits' measurement down.
            """;

    private static final double MIB = 1 << 20;

    /// @param deviceSeconds from opening the device until every layer of the model is there
    /// @param processSeconds from the start of a process until then
    record Startup(double deviceSeconds, double processSeconds) {}

    SpeedReport {
        rows = List.copyOf(rows);
        profiles = List.copyOf(profiles);
    }

    String table() {
        StringBuilder text = new StringBuilder();
        text.append(machine.describe()).append('\n');
        text.append(format("limits: read %.1f GB/s", limits.readBytesPerSecond() / GIGA));
        limits.dotMacsPerSecond().ifPresent(rate -> text.append(format(", 8-bit dot %.0f GMAC/s", rate / GIGA)));
        text.append(format("%n%n%-16s %10s %10s  %-9s %12s %7s%n", "", "best", "median", "unit", "limit", "share"));
        rows.forEach(row -> text.append(line(row)));
        if (rows.stream().anyMatch(row -> row.limitShare() > 1)) {
            text.append(OVER_LIMIT);
        }
        text.append(format("%nresident memory %.0f MiB%n", residentBytes / MIB));
        text.append(format(
                "start: device to ready model %.2f s, process to ready model %.2f s (file in the page cache)%n",
                startup.deviceSeconds(), startup.processSeconds()));
        text.append(ProfileText.table(profiles));
        return text.toString();
    }

    String json() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("machine", machine);
        values.put("read_bytes_per_second", limits.readBytesPerSecond());
        limits.dotMacsPerSecond().ifPresent(rate -> values.put("dot_macs_per_second", rate));
        values.put("resident_bytes", residentBytes);
        values.put("device_start_seconds", startup.deviceSeconds());
        values.put("process_start_seconds", startup.processSeconds());
        values.put("rows", rows.stream().map(SpeedReport::values).toList());
        if (!profiles.isEmpty()) {
            values.put("profile", ProfileText.values(profiles));
        }
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(values);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain values always become JSON", e);
        }
    }

    private static String line(Row row) {
        return format(
                "%-16s %10.1f %10.1f  %-9s %12.1f %6.1f%% of %s%n",
                row.measure(),
                row.ours().best(),
                row.ours().median(),
                row.unit(),
                row.limit().perSecond(),
                100 * row.limitShare(),
                row.limit().kind());
    }

    private static Map<String, Object> values(Row row) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("measure", row.measure());
        values.put("model", row.model());
        values.put("ours", row.ours().best());
        values.put("ours_median", row.ours().median());
        values.put("unit", row.unit());
        values.put("limit", row.limit().perSecond());
        values.put("limit_kind", row.limit().kind());
        values.put("limit_share", row.limitShare());
        return values;
    }

    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }
}
