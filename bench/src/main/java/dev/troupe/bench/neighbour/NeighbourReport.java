package dev.troupe.bench.neighbour;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// All rows, for people and for machines.
///
/// @param machine what it ran on
record NeighbourReport(String machine, List<NeighbourRow> rows) {
    NeighbourReport {
        rows = List.copyOf(rows);
    }

    boolean hasCollapse() {
        return rows.stream().anyMatch(NeighbourRow::hasCollapsed);
    }

    String table() {
        StringBuilder text = new StringBuilder(machine).append('\n');
        text.append(format(
                "%-14s %-22s %10s %10s %10s %7s %6s%n",
                "", "disturbed by", "quiet", "disturbed", "worst", "share", "floor"));
        for (NeighbourRow row : rows) {
            text.append(format(
                    "%-14s %-22s %10.1f %10.1f %10.1f %7.2f %6.2f%s%n",
                    row.measure(),
                    row.disturbance(),
                    row.quietMedian(),
                    row.disturbedMedian(),
                    row.disturbedWorst(),
                    row.share(),
                    row.floor(),
                    row.hasCollapsed() ? "  collapsed" : ""));
        }
        return text.append("tokens/s, medians of runs in turn\n").toString();
    }

    String json() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("machine", machine);
        values.put("rows", rows.stream().map(NeighbourReport::values).toList());
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(values);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain values always become JSON", e);
        }
    }

    private static Map<String, Object> values(NeighbourRow row) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("measure", row.measure());
        values.put("disturbance", row.disturbance());
        values.put("quiet", row.quietMedian());
        values.put("disturbed", row.disturbedMedian());
        values.put("disturbed_worst", row.disturbedWorst());
        values.put("share", row.share());
        values.put("floor", row.floor());
        return values;
    }

    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }
}
