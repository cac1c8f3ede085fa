package dev.troupe.bench.duel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// The rows of a run, for people and for machines.
///
/// @param machine what it ran on, in words
/// @param facts further measurements by name, limits of the machine for example
/// @param notMeasured rows that could not be measured, with the reason
public record ComparisonReport(
        String machine, Map<String, Double> facts, List<Comparison> rows, List<String> notMeasured) {
    /// What {@link #publish} returns, for people.
    public static final String EXIT_CODES =
            "Exit codes: 0 no row under its floor, 1 some are (disturbed ones count too) or were not measured,"
                    + " 2 not run.";

    private static final String HEAD = String.format(
            "%-30s %-14s %9s %9s %7s %6s %6s %6s%n", "", "", "ours", "theirs", "ratio", "floor", "goal", "limit");
    private static final String DISTURBED = """
            ~ other work took more than 10% of the machine during the best sample of a side
            """;

    public ComparisonReport {
        facts = new LinkedHashMap<>(facts);
        rows = List.copyOf(rows);
        notMeasured = List.copyOf(notMeasured);
    }

    /// Prints the table, writes the JSON where that is wanted, and gives the exit code.
    ///
    /// @param json file for the machines' form
    public int publish(PrintWriter out, Optional<Path> json) throws IOException {
        out.print(table());
        out.flush();
        if (json.isPresent()) {
            Files.writeString(json.get(), json() + "\n");
        }
        return notMeasured.isEmpty() && rows.stream().noneMatch(Comparison::isUnderFloor) ? 0 : 1;
    }

    String table() {
        StringBuilder text = new StringBuilder(machine).append('\n');
        facts.forEach((name, value) -> text.append(format("%s: %.4g%n", name, value)));
        text.append('\n').append(HEAD);
        rows.forEach(row -> text.append(line(row)));
        if (rows.stream().anyMatch(Comparison::disturbed)) {
            text.append(DISTURBED);
        }
        notMeasured.forEach(
                reason -> text.append("not measured: ").append(reason).append('\n'));
        return text.toString();
    }

    private static String line(Comparison row) {
        return format(
                "%-30s %-14s %9s %9s %6.2f%s %6s %6s %6s  %s%n",
                row.measure(),
                row.model(),
                number(row.ours().value()),
                number(row.peer().value()),
                row.ratio(),
                row.disturbed() ? "~" : " ",
                row.goal().map(goal -> format("%.2f", goal.floor())).orElse(""),
                row.goal().map(goal -> format("%.2f", goal.goal())).orElse(""),
                row.limitShare().isPresent()
                        ? format("%.0f%%", 100 * row.limitShare().getAsDouble())
                        : "",
                row.unit() + ", against " + row.against()
                        + row.verdict().map(verdict -> ": " + verdict.words()).orElse(""));
    }

    private static String number(double value) {
        return value < 10 ? format("%.3f", value) : format("%.1f", value);
    }

    String json() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("machine", machine);
        values.put("facts", facts);
        values.put("rows", rows.stream().map(ComparisonReport::values).toList());
        values.put("not_measured", notMeasured);
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(values);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain values always become JSON", e);
        }
    }

    private static Map<String, Object> values(Comparison row) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("measure", row.measure());
        values.put("model", row.model());
        values.put("against", row.against());
        values.put("unit", row.unit());
        values.put("ours", row.ours().value());
        values.put("peer", row.peer().value());
        values.put("ratio", row.ratio());
        row.goal().ifPresent(goal -> {
            values.put("floor", goal.floor());
            values.put("goal", goal.goal());
        });
        addIfPresent(values, "limit_share", row.limitShare());
        values.put("ours_foreign_share", row.ours().foreignShare());
        values.put("peer_foreign_share", row.peer().foreignShare());
        return values;
    }

    private static void addIfPresent(Map<String, Object> values, String name, OptionalDouble value) {
        value.ifPresent(number -> values.put(name, number));
    }

    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }
}
