package dev.troupe.bench.exact;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.troupe.bench.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// A verdict as text, for people or for programs.
final class ExactReport {
    private static final int MOST_FINDINGS = 10;

    private ExactReport() {}

    static String table(Verdict verdict) {
        StringBuilder text = new StringBuilder();
        verdict.tally().rows().forEach((name, value) -> text.append(line(name, value)));
        text.append(line("differences", verdict.findings().size())).append('\n');
        verdict.findings().stream()
                .limit(MOST_FINDINGS)
                .forEach(finding -> text.append(finding).append('\n'));
        if (verdict.findings().size() > MOST_FINDINGS) {
            text.append("... and %d more%n".formatted(verdict.findings().size() - MOST_FINDINGS));
        }
        verdict.shortfalls()
                .forEach(shortfall ->
                        text.append("proves too little: ").append(shortfall).append('\n'));
        return text.append(verdict.passed() ? "exact: passed" : "exact: FAILED").toString();
    }

    static String json(Verdict verdict, ExactOptions options) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("passed", verdict.passed());
        values.put("seed", options.seed());
        values.put("levels", options.levels());
        values.put("threads", options.threads());
        verdict.tally().rows().forEach((name, value) -> values.put(name.replace(' ', '_'), value));
        values.put("differences", verdict.findings().size());
        values.put("findings", verdict.findings().stream().limit(MOST_FINDINGS).toList());
        values.put("shortfalls", verdict.shortfalls());
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(values);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain values always become JSON", e);
        }
    }

    private static String line(String name, Number value) {
        return value instanceof Double
                ? String.format(Locale.ROOT, "%-24s %12.2f%n", name, value.doubleValue())
                : String.format(Locale.ROOT, "%-24s %12d%n", name, value.longValue());
    }
}
